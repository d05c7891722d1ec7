/** Names of permissions. https://developers.facebook.com/docs/permissions (read 2026-11-22) */
const PERMISSION =
  /\b(?:(?:pages|instagram|instagram_business|threads)_[a-z_]{1,40}|business_management|publish_video|read_insights)\b/

/** The permission that a sentence of the network names; null when it names none. */
export function permissionIn(words: string): string | null {
  return PERMISSION.exec(words)?.[0] ?? null
}
