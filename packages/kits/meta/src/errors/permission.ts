/** Permission names. https://developers.facebook.com/docs/permissions (read 2026-11-22) */
const PERMISSION =
  /\b(?:(?:pages|instagram|instagram_business|threads)_[a-z_]{1,40}|business_management|publish_video|read_insights)\b/

/**
 * Reads the permission that an error message of the network names. Returns null if the message names no permission.
 */
export function permissionIn(message: string): string | null {
  return PERMISSION.exec(message)?.[0] ?? null
}
