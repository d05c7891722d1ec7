import { ControlError } from '../framework/control/operations.js'
import { type PartialInit, withoutUndefined } from '../framework/left-out.js'

/** Maximum number of requests in a time window. */
export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

/** Rate limits of a Mastodon server. */
export interface RateLimitRules {
  /** Limit of requests with one token. */
  readonly perToken: RateLimit
  /** Limit of requests of one account with any token. */
  readonly perAccount: RateLimit
  /** Limit of requests without a token. */
  readonly anonymous: RateLimit
  readonly media: RateLimit
  readonly deletes: RateLimit
  /** Limit of requests with `min_id`, `max_id` or `since_id`. */
  readonly paging: RateLimit
  readonly posts: RateLimit
}

/** Limits of posts and files, as returned by `/api/v2/instance`. */
export interface ServerLimits {
  readonly characters: number
  readonly attachments: number
  /** Number of characters that every URL counts as. */
  readonly urlCharacters: number
  readonly descriptionCharacters: number
  readonly imageBytes: number
  readonly imagePixels: number
  readonly videoBytes: number
  readonly videoPixels: number
  readonly videoFrameRate: number
}

/**
 * Time at which an uploaded video is ready: after a number of status queries, or after seconds on
 * the emulator's clock.
 */
export type VideoReady = { readonly afterPolls: number } | { readonly afterSeconds: number }

/** Expiring tokens, as on some compatible servers. Mastodon's own tokens do not expire. */
export interface ExpiringTokens {
  readonly lifetimeSeconds: number
  /** True if each refresh returns a new refresh token and invalidates the old refresh token. */
  readonly rotates: boolean
}

/**
 * Handling of an `Idempotency-Key`. `BY_VERSION` works like Mastodon of the configured version.
 * `IGNORED` ignores the key, as GoToSocial, Friendica and Takahē do. `REPEAT_REFUSED` returns 400
 * for every repeated key, even after a refused post, as Pixelfed does.
 */
export type KeyMode = 'BY_VERSION' | 'IGNORED' | 'REPEAT_REFUSED'

/**
 * Format of notification ids. `COUNTED` are increasing numbers, as on Mastodon. `RANDOM` are
 * letters without an order, as on several compatible servers. `TIMED` is
 * `<moment>/<type>/<random>`, as on Hollo.
 */
export type NotificationIds = 'COUNTED' | 'RANDOM' | 'TIMED'

/**
 * Content of a notification page with `min_id`. `FORWARD` contains the items directly after that
 * id, as on Mastodon. `NEWEST` contains the newest items after that id, so a full page leaves a
 * gap. `INCLUSIVE` works like `NEWEST` and also contains that id, as on Pixelfed.
 */
export type NotificationPages = 'FORWARD' | 'NEWEST' | 'INCLUSIVE'

/** A person who exists from the start. */
export interface PersonSetup {
  readonly username: string
  /** Server of the person. Default: this server. */
  readonly host?: string | undefined
  readonly displayName?: string | undefined
}

/** All settings of the server. */
export interface MastodonSettings {
  /**
   * Version of the server software. With the key mode `BY_VERSION`, the version decides the
   * handling of a repeated `Idempotency-Key`.
   */
  readonly version: string
  /** Software name in `/nodeinfo/2.0`. */
  readonly software: string
  readonly idempotencyKeys: KeyMode
  /**
   * Seconds that the creation of a status takes on the emulator's clock. The server queries the
   * `Idempotency-Key` before this time and stores the key afterwards, so a repeated request in
   * between does not find the key. The response is immediate.
   */
  readonly postingSeconds: number
  /** If true, the response waits for these seconds on the machine's clock. */
  readonly postingWaits: boolean
  /**
   * Seconds before new and scheduled statuses appear in lists. Clients can read them by id
   * immediately.
   */
  readonly listLagSeconds: number
  readonly notificationIds: NotificationIds
  readonly notificationPages: NotificationPages
  /** Seconds between keep-alive comments of a stream, by the machine's clock. */
  readonly keepAliveSeconds: number
  /** Value of `api_versions.mastodon`. Null omits the field, as servers before 4.3 do. */
  readonly apiVersion: number | null
  /** If false, `/api/v2/instance` returns 404, as on several compatible servers. */
  readonly instanceV2: boolean
  readonly limits: ServerLimits
  readonly rateLimits: RateLimitRules
  readonly videoReady: VideoReady
  /** Rules for expiring tokens. Null if tokens do not expire. */
  readonly expiringTokens: ExpiringTokens | null
  /** If false, the server uses the declared content type and does not detect the type. */
  readonly detectsFileTypes: boolean
  readonly people: readonly PersonSetup[]
}

/** Every format of notification ids. */
const NOTIFICATION_IDS: readonly NotificationIds[] = ['COUNTED', 'RANDOM', 'TIMED']

/** Every kind of a page with `min_id`. */
const NOTIFICATION_PAGES: readonly NotificationPages[] = ['FORWARD', 'NEWEST', 'INCLUSIVE']

/** Every handling of idempotency keys. */
export const KEY_MODES: readonly KeyMode[] = ['BY_VERSION', 'IGNORED', 'REPEAT_REFUSED']

/**
 * Default settings of a new Mastodon server.
 * https://docs.joinmastodon.org/api/rate-limits/ , https://docs.joinmastodon.org/entities/Instance/
 * (read 2026-11-21)
 */
const DEFAULT_SETTINGS: MastodonSettings = {
  version: '4.6.5',
  software: 'mastodon',
  idempotencyKeys: 'BY_VERSION',
  postingSeconds: 0,
  postingWaits: false,
  listLagSeconds: 0,
  notificationIds: 'COUNTED',
  notificationPages: 'FORWARD',
  keepAliveSeconds: 15,
  apiVersion: 10,
  instanceV2: true,
  limits: {
    characters: 500,
    attachments: 4,
    urlCharacters: 23,
    descriptionCharacters: 1500,
    imageBytes: 16_777_216,
    imagePixels: 33_177_600,
    videoBytes: 103_809_024,
    videoPixels: 8_294_400,
    videoFrameRate: 120,
  },
  rateLimits: {
    perToken: { requests: 300, seconds: 300 },
    perAccount: { requests: 1500, seconds: 300 },
    anonymous: { requests: 300, seconds: 300 },
    media: { requests: 30, seconds: 1800 },
    deletes: { requests: 30, seconds: 1800 },
    paging: { requests: 300, seconds: 900 },
    posts: { requests: 300, seconds: 10_800 },
  },
  videoReady: { afterPolls: 1 },
  expiringTokens: null,
  detectsFileTypes: true,
  people: [
    { username: 'ada', displayName: 'Ada' },
    { username: 'bea', displayName: 'Bea' },
    { username: 'cleo', displayName: 'Cléo 🦣' },
    { username: 'bo', host: 'other.example', displayName: 'Bo' },
    { username: 'dee', host: 'far.example', displayName: 'Dee' },
  ],
}

/** Optional settings that replace the defaults. */
export type MastodonOptions = PartialInit<Omit<MastodonSettings, 'limits' | 'rateLimits'>> & {
  readonly limits?: PartialInit<ServerLimits> | undefined
  readonly rateLimits?: PartialInit<RateLimitRules> | undefined
}

/**
 * Returns the leading numbers of a version: 4, 2 and 1 for `4.2.1 (compatible; X)`. Returns null
 * for another format.
 */
export function versionNumbers(version: string): readonly [number, number, number] | null {
  const [, major, minor, patch = '0'] = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** @throws ControlError for an invalid setting. */
export function checkSettings(settings: MastodonSettings): MastodonSettings {
  const { version, idempotencyKeys, postingSeconds, listLagSeconds } = settings
  if (versionNumbers(version) === null)
    throw new ControlError(`version is "${version}". It must start with numbers, such as 4.5.2.`)
  const chosen: readonly (readonly [string, string, readonly string[]])[] = [
    ['idempotencyKeys', idempotencyKeys, KEY_MODES],
    ['notificationIds', settings.notificationIds, NOTIFICATION_IDS],
    ['notificationPages', settings.notificationPages, NOTIFICATION_PAGES],
  ]
  for (const [name, value, choices] of chosen)
    if (!choices.includes(value))
      throw new ControlError(`${name} is "${value}". It must be one of: ${choices.join(', ')}.`)
  for (const [name, seconds] of Object.entries({ postingSeconds, listLagSeconds }))
    if (!(seconds >= 0 && seconds < Number.POSITIVE_INFINITY))
      throw new ControlError(`${name} is ${seconds}. It must be a number of seconds, 0 or more.`)
  if (!(settings.keepAliveSeconds > 0))
    throw new ControlError(`keepAliveSeconds is ${settings.keepAliveSeconds}. It must be a number above 0.`)
  return settings
}

/**
 * Returns the given settings with defaults for the missing ones. @throws ControlError for an
 * invalid setting.
 */
export function toSettings(options: MastodonOptions): MastodonSettings {
  return checkSettings({
    ...DEFAULT_SETTINGS,
    ...withoutUndefined(options),
    limits: { ...DEFAULT_SETTINGS.limits, ...withoutUndefined(options.limits ?? {}) },
    rateLimits: { ...DEFAULT_SETTINGS.rateLimits, ...withoutUndefined(options.rateLimits ?? {}) },
  })
}
