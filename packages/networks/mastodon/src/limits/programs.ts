/** What is not the same on all servers that speak Mastodon's API, and what a mistake about it would cost. */
export interface ServerTraits {
  /** A repeated `Idempotency-Key` gives the first status back: without that, a repeat is a second post. */
  readonly keepsIdempotencyKeys: boolean
  /** Keeps a post until its `scheduled_at`: a server that does not know the field publishes at once. */
  readonly schedules: boolean
  /** `min_id` gives the page right after an id: elsewhere it gives the newest page, with a gap behind it. */
  readonly pagesForward: boolean
}

/** Server program, as reported by the server. */
export interface Software {
  /** In lower case: `mastodon`, `pixelfed`. */
  readonly name: string
  /** Its own version, not that of the API it speaks. */
  readonly version: string
}

/** Defaults for an unknown server. */
const UNKNOWN: ServerTraits = { keepsIdempotencyKeys: false, schedules: false, pagesForward: false }

const MASTODON: ServerTraits = { keepsIdempotencyKeys: true, schedules: true, pagesForward: true }

/**
 * The programs, by the name in their NodeInfo.
 *
 * Read in the source of each on 2026-11-22 (Mastodon to 4.6.5; Pleroma 2021; Akkoma, GoToSocial 2025-10; Friendica 2024-09;
 * Iceshrimp.NET 2025-02; Pixelfed 2024-03; Takahē 2024-08; Hollo, snac 2026-08). What was not found counts as not there.
 * Pixelfed keeps keys only to refuse them; snac schedules, and lists nothing of it; GoToSocial schedules from 0.20 on.
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

/** GoToSocial knows `scheduled_at` from this version on. https://github.com/superseriousbusiness/gotosocial (read 2026-11-22) */
const GOTOSOCIAL_SCHEDULES = [0, 20] as const

/** Letters of a version that are looked at: it is a stranger's text. Our choice. */
const MAX_VERSION_LENGTH = 120

/** Major and minor number at the start of a version; null where there are none. */
export function versionNumbers(version: string): readonly [major: number, minor: number] | null {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor)]
}

/** What a program can be relied on for. */
export function traitsOf(software: Software | null): ServerTraits {
  if (software === null) return UNKNOWN
  const traits = Object.hasOwn(PROGRAMS, software.name) ? PROGRAMS[software.name] : undefined
  if (software.name !== 'gotosocial' || traits === undefined) return traits ?? UNKNOWN
  const [major, minor] = versionNumbers(software.version) ?? [0, 0]
  const [, least] = GOTOSOCIAL_SCHEDULES
  return { ...traits, schedules: major > 0 || minor >= least }
}

/**
 * What a server is, as far as its `version` alone can tell: other programs say there that they are only compatible,
 * `2.7.2 (compatible; Pleroma 2.4)`, and Mastodon from 4.3 on tells the version of its API beside it.
 *
 * @param version - As `/api/v2/instance` or `/api/v1/instance` has it.
 * @param apiVersion - `api_versions.mastodon`; null where it is missing. Other programs send it too, so it decides nothing.
 * @returns Null when NodeInfo has to be asked.
 */
export function softwareOf(version: string, apiVersion: number | null): Software | null {
  const words = version
    .slice(0, MAX_VERSION_LENGTH)
    .toLowerCase()
    .split(/[^a-z.]/)
  const name = words.find((word) => word !== 'mastodon' && Object.hasOwn(PROGRAMS, word))
  if (name !== undefined) return { name, version: '' }
  const [major, minor] = versionNumbers(version) ?? [0, 0]
  const isPlain = /^[\d.]+(?:-[a-z]+\.?\d*)?(?:\+glitch)?$/.test(version.slice(0, MAX_VERSION_LENGTH))
  const hasApiVersions = major > 4 || (major === 4 && minor >= 3)
  return isPlain && hasApiVersions && apiVersion !== null ? { name: 'mastodon', version } : null
}
