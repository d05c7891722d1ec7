/**
 * Matches names of permissions. https://developers.facebook.com/docs/permissions (read 2026-11-22)
 */
const PERMISSION =
  /\b(?:(?:pages|instagram|instagram_business|threads)_[a-z_]{1,40}|business_management|publish_video|read_insights)\b/

/**
 * Returns the first permission that an error message of the network contains. Returns null if the
 * message contains none.
 */
export function permissionIn(message: string): string | null {
  return PERMISSION.exec(message)?.[0] ?? null
}
