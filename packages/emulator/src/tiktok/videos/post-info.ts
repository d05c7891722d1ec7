import type { PrivacyLevel } from '../records.js'
import { invalidParams, Refusal } from '../refusals.js'

/**
 * Maximum length of the title in UTF-16 code units.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (copy of October
 * 2026)
 */
const MAX_TITLE_LENGTH = 2200
/** Maximum value of `video_cover_timestamp_ms`, a 32-bit integer. Source: same page. */
const MAX_INT32 = 2_147_483_647

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TITLE_LENGTH
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
const isMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INT32

/**
 * Allowed fields of `post_info`, each with its check.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (copy of October
 * 2026)
 */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  privacy_level: (value) => typeof value === 'string',
  disable_comment: isBoolean,
  disable_duet: isBoolean,
  disable_stitch: isBoolean,
  video_cover_timestamp_ms: isMilliseconds,
  brand_content_toggle: isBoolean,
  brand_organic_toggle: isBoolean,
  is_aigc: isBoolean,
}

/** Checks `post_info` and refuses unknown fields. Returns the requested privacy level. */
export function checkPostInfo(value: unknown, levels: readonly PrivacyLevel[]): PrivacyLevel {
  if (typeof value !== 'object' || value === null) throw invalidParams('The post info is empty or incorrect')
  const info: Readonly<Record<string, unknown>> = { ...value }
  for (const [name, given] of Object.entries(info))
    if (FIELDS[name]?.(given) !== true) throw invalidParams(`The post info has an invalid ${name}`)
  // TikTok's table marks the two brand fields as required, although TikTok's example omits both.
  for (const name of ['privacy_level', 'brand_content_toggle', 'brand_organic_toggle'])
    if (!Object.hasOwn(info, name)) throw invalidParams(`The post info has no ${name}`)
  const level = levels.find((one) => one === info['privacy_level'])
  if (level === undefined)
    throw new Refusal(
      403,
      'privacy_level_option_mismatch',
      "The privacy level must be one of the creator's privacy_level_options.",
    )
  return level
}
