/**
 * Traits in which servers with Mastodon's API differ. A wrong trait can lose or duplicate posts.
 */
export interface ServerTraits {
  /**
   * The server returns the first status for a repeated `Idempotency-Key`. On a server without this
   * trait, a repeated request creates a second post.
   */
  readonly keepsIdempotencyKeys: boolean
  /**
   * The server holds a post until its `scheduled_at`. A server without this trait ignores the field and publishes
   * immediately.
   */
  readonly schedules: boolean
  /**
   * The server returns the page directly after `min_id`. A server without this trait returns the
   * newest page instead, so that notifications between `min_id` and that page can be missed.
   */
  readonly pagesForward: boolean
}

/** Program that runs on a server, as reported by the server. */
export interface Software {
  /** Name of the program in lower case, for example `mastodon` or `pixelfed`. */
  readonly name: string
  /** Version of the program, not of the API. */
  readonly version: string
}

/** Traits of a server whose program is unknown. */
const UNKNOWN: ServerTraits = { keepsIdempotencyKeys: false, schedules: false, pagesForward: false }

const MASTODON: ServerTraits = { keepsIdempotencyKeys: true, schedules: true, pagesForward: true }

/**
 * Traits of the programs, by the program name in their NodeInfo.
 *
 * The traits were read in the programs' source on 2026-11-22 (Mastodon to 4.6.5; Pleroma 2021;
 * Akkoma, GoToSocial 2025-10; Friendica 2024-09; Iceshrimp.NET 2025-02; Pixelfed 2024-03; Takahē
 * 2024-08; Hollo, snac 2026-08). A trait that was not found in the source is false. Pixelfed uses
 * keys only to refuse repeats. snac schedules posts but does not list them. GoToSocial schedules
 * posts since 0.20.
 */
const PROGRAMS: Readonly<Record<string, ServerTraits>> = {
  mastodon: MASTODON,
  hometown: MASTODON,
  pleroma: MASTODON,
  akkoma: MASTODON,
  gotosocial: { ...UNKNOWN, pagesForward: true },
  friendica: { ...UNKNOWN, schedules: true, pagesForward: true },
  'iceshrimp.net': { ...UNKNOWN, keepsIdempotencyKeys: true },
  hollo: { ...UNKNOWN, keepsIdempotencyKeys: true },
  takahe: { ...UNKNOWN, pagesForward: true },
  pixelfed: UNKNOWN,
  sharkey: UNKNOWN,
  snac: UNKNOWN,
}

/**
 * First version of GoToSocial that schedules posts.
 * https://github.com/superseriousbusiness/gotosocial (read 2026-11-22)
 */
const GOTOSOCIAL_SCHEDULES = [0, 20] as const

/**
 * Maximum characters of a version that are read, because the version is untrusted text. Our
 * choice.
 */
const MAX_VERSION_LENGTH = 120

/**
 * Reads the major and minor number at the start of a version. Returns null if the version does not
 * start with two numbers.
 */
export function versionNumbers(version: string): readonly [major: number, minor: number] | null {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor)]
}

/** Returns the traits of a program. All traits of an unknown program are false. */
export function traitsOf(software: Software | null): ServerTraits {
  if (software === null) return UNKNOWN
  const traits = Object.hasOwn(PROGRAMS, software.name) ? PROGRAMS[software.name] : undefined
  if (software.name !== 'gotosocial' || traits === undefined) return traits ?? UNKNOWN
  const [major, minor] = versionNumbers(software.version) ?? [0, 0]
  const [, least] = GOTOSOCIAL_SCHEDULES
  return { ...traits, schedules: major > 0 || minor >= least }
}

/**
 * Detects the program of a server from the version in its instance document. Compatible programs
 * report, for example, `2.7.2 (compatible; Pleroma 2.4)`. Mastodon since 4.3 also reports the
 * version of its API.
 *
 * @param version - From `/api/v2/instance` or `/api/v1/instance`.
 * @param apiVersion - `api_versions.mastodon`; null when missing. Other programs also send this
 * field, so the field alone does not identify Mastodon.
 * @returns Null when the version does not identify the program. The caller then has to query
 * NodeInfo.
 */
export function softwareOf(version: string, apiVersion: number | null): Software | null {
  const parts = version
    .slice(0, MAX_VERSION_LENGTH)
    .toLowerCase()
    .split(/[^a-z.]/)
  const name = parts.find((part) => part !== 'mastodon' && Object.hasOwn(PROGRAMS, part))
  if (name !== undefined) return { name, version: '' }
  const [major, minor] = versionNumbers(version) ?? [0, 0]
  const isPlain = /^[\d.]+(?:-[a-z]+\.?\d*)?(?:\+glitch)?$/.test(version.slice(0, MAX_VERSION_LENGTH))
  const hasApiVersions = major > 4 || (major === 4 && minor >= 3)
  return isPlain && hasApiVersions && apiVersion !== null ? { name: 'mastodon', version } : null
}
