/** Traits that differ between servers with Mastodon's API. A wrong assumption can lose or duplicate posts. */
export interface ServerTraits {
  /** A repeated `Idempotency-Key` returns the first status. Without this trait, a repeated request creates a second post. */
  readonly keepsIdempotencyKeys: boolean
  /**
   * The server holds a post until its `scheduled_at`. A server without this trait ignores the field and publishes
   * immediately.
   */
  readonly schedules: boolean
  /**
   * A list with `min_id` returns the page directly after that id. Other servers return the newest page, which can
   * leave a gap.
   */
  readonly pagesForward: boolean
}

/** Server program, as reported by the server. */
export interface Software {
  /** Lower case: `mastodon`, `pixelfed`. */
  readonly name: string
  /** Version of the program, not of the API. */
  readonly version: string
}

/** Defaults for an unknown server. */
const UNKNOWN: ServerTraits = { keepsIdempotencyKeys: false, schedules: false, pagesForward: false }

const MASTODON: ServerTraits = { keepsIdempotencyKeys: true, schedules: true, pagesForward: true }

/**
 * Traits of the programs, by the name in their NodeInfo.
 *
 * Read in the source of each on 2026-11-22 (Mastodon to 4.6.5; Pleroma 2021; Akkoma, GoToSocial 2025-10; Friendica
 * 2024-09; Iceshrimp.NET 2025-02; Pixelfed 2024-03; Takahē 2024-08; Hollo, snac 2026-08). A trait that was not found
 * in the source counts as missing. Pixelfed uses keys only to refuse repeats. snac schedules posts but does not list
 * them. GoToSocial schedules from 0.20 on.
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

/** First version of GoToSocial with `scheduled_at`. https://github.com/superseriousbusiness/gotosocial (read 2026-11-22) */
const GOTOSOCIAL_SCHEDULES = [0, 20] as const

/** Maximum number of characters read of a version, which is untrusted text. Our choice. */
const MAX_VERSION_LENGTH = 120

/** Reads the major and minor number at the start of a version; null if the version does not start with both. */
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
 * Detects the program of a server by its `version` alone. Other programs report in that field that they are only
 * compatible: `2.7.2 (compatible; Pleroma 2.4)`. Mastodon from 4.3 on also reports the version of its API.
 *
 * @param version - From `/api/v2/instance` or `/api/v1/instance`.
 * @param apiVersion - `api_versions.mastodon`; null when missing. Other programs also send this field, so the field
 * alone does not prove Mastodon.
 * @returns Null when NodeInfo has to be queried.
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
