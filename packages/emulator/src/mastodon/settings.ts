import { ControlError } from '../framework/control/operations.js'
import { type PartialInit, withoutUndefined } from '../framework/left-out.js'

/** How many requests are let through in how long. */
export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

/** The limits a Mastodon server counts by. */
export interface RateLimitRules {
  /** Requests with one token. */
  readonly perToken: RateLimit
  /** Requests of one account, whatever the token. */
  readonly perAccount: RateLimit
  /** Requests without a token. */
  readonly anonymous: RateLimit
  readonly media: RateLimit
  readonly deletes: RateLimit
  /** Requests with `min_id`, `max_id` or `since_id`. */
  readonly paging: RateLimit
  readonly posts: RateLimit
}

/** Limits of posts and files, as `/api/v2/instance` tells them. */
export interface ServerLimits {
  readonly characters: number
  readonly attachments: number
  /** What every address counts, however long it is. */
  readonly urlCharacters: number
  readonly descriptionCharacters: number
  readonly imageBytes: number
  readonly imagePixels: number
  readonly videoBytes: number
  readonly videoPixels: number
  readonly videoFrameRate: number
}

/** When an uploaded video is done: after so many questions for it, or so many seconds on the emulator's clock. */
export type VideoReady = { readonly afterPolls: number } | { readonly afterSeconds: number }

/** Tokens that end, as some compatible servers have them. Mastodon's own never do. */
export interface ExpiringTokens {
  readonly lifetimeSeconds: number
  /** True when each renewal replaces the refresh token, and the old one is worthless from then on. */
  readonly rotates: boolean
}

/**
 * What becomes of an `Idempotency-Key`. `BY_VERSION`: what Mastodon of that version does. `IGNORED`: nothing, as with
 * GoToSocial, Friendica, Takahē. `REPEAT_REFUSED`: 400 for a key that was sent before, even with a post that was refused,
 * as with Pixelfed.
 */
export type KeyMode = 'BY_VERSION' | 'IGNORED' | 'REPEAT_REFUSED'

/**
 * What ids notifications have. `COUNTED`: digits that grow, as Mastodon's. `RANDOM`: letters that say nothing of their
 * order, as with several compatible servers. `TIMED`: `<moment>/<type>/<random>`, as with Hollo.
 */
export type NotificationIds = 'COUNTED' | 'RANDOM' | 'TIMED'

/**
 * What a page with `min_id` holds. `FORWARD`: what comes right after that id, as Mastodon. `NEWEST`: the newest page, as
 * far down as that id, so that a full page leaves a gap; `INCLUSIVE`: the same, that id included, as with Pixelfed.
 */
export type NotificationPages = 'FORWARD' | 'NEWEST' | 'INCLUSIVE'

/** A person to be there from the start. */
export interface PersonSetup {
  readonly username: string
  /** The server the person is at; this one unless given. */
  readonly host?: string | undefined
  readonly displayName?: string | undefined
}

/** Everything about the server that can be chosen. */
export interface MastodonSettings {
  /** Decides what is done with a repeated `Idempotency-Key`, where that is `BY_VERSION`. */
  readonly version: string
  /** Name of the program, as `/nodeinfo/2.0` tells it. */
  readonly software: string
  readonly idempotencyKeys: KeyMode
  /**
   * Seconds between the look-up of an `Idempotency-Key` and its writing: a status is made in between, and a repeat that
   * comes within them finds no key. By the emulator's clock, while the answer comes at once.
   */
  readonly postingSeconds: number
  /** True lets the making of a status really take that long, by the machine's clock: then its answer comes afterwards. */
  readonly postingWaits: boolean
  /** Seconds until new statuses, scheduled ones too, show up in lists. By their id they are found at once. */
  readonly listLagSeconds: number
  readonly notificationIds: NotificationIds
  readonly notificationPages: NotificationPages
  /** Seconds between two comments that keep a stream alive, by the machine's clock. */
  readonly keepAliveSeconds: number
  /** `api_versions.mastodon`; null leaves it out, as servers before 4.3 do. */
  readonly apiVersion: number | null
  /** False answers 404 to `/api/v2/instance`, as several compatible servers do. */
  readonly instanceV2: boolean
  readonly limits: ServerLimits
  readonly rateLimits: RateLimitRules
  readonly videoReady: VideoReady
  /** Null: tokens never end. */
  readonly expiringTokens: ExpiringTokens | null
  /** False believes the content type that is sent, and does not look into the files. */
  readonly looksIntoFiles: boolean
  readonly people: readonly PersonSetup[]
}

/** Every kind of id a notification may have. */
const NOTIFICATION_IDS: readonly NotificationIds[] = ['COUNTED', 'RANDOM', 'TIMED']

/** Every way of paging notifications forward. */
const NOTIFICATION_PAGES: readonly NotificationPages[] = ['FORWARD', 'NEWEST', 'INCLUSIVE']

/** Every way of dealing with keys. */
export const KEY_MODES: readonly KeyMode[] = ['BY_VERSION', 'IGNORED', 'REPEAT_REFUSED']

/**
 * What a fresh Mastodon server is set to.
 * https://docs.joinmastodon.org/api/rate-limits/ , https://docs.joinmastodon.org/entities/Instance/ (read 2026-11-21)
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
  looksIntoFiles: true,
  people: [
    { username: 'ada', displayName: 'Ada' },
    { username: 'bea', displayName: 'Bea' },
    { username: 'cleo', displayName: 'Cléo 🦣' },
    { username: 'bo', host: 'other.example', displayName: 'Bo' },
    { username: 'dee', host: 'far.example', displayName: 'Dee' },
  ],
}

/** Settings as they are given: the rest is as on a fresh server. */
export type MastodonOptions = PartialInit<Omit<MastodonSettings, 'limits' | 'rateLimits'>> & {
  readonly limits?: PartialInit<ServerLimits> | undefined
  readonly rateLimits?: PartialInit<RateLimitRules> | undefined
}

/** The numbers of a version: `4.2.1 (compatible; X)` is 4, 2 and 1; null when it begins with none. */
export function versionNumbers(version: string): readonly [number, number, number] | null {
  const [, major, minor, patch = '0'] = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** @throws ControlError for a setting that could not be. */
export function checkSettings(settings: MastodonSettings): MastodonSettings {
  const { version, idempotencyKeys, postingSeconds, listLagSeconds } = settings
  if (versionNumbers(version) === null)
    throw new ControlError(`version is "${version}"; it must begin with numbers, such as 4.5.2.`)
  const chosen: readonly (readonly [string, string, readonly string[]])[] = [
    ['idempotencyKeys', idempotencyKeys, KEY_MODES],
    ['notificationIds', settings.notificationIds, NOTIFICATION_IDS],
    ['notificationPages', settings.notificationPages, NOTIFICATION_PAGES],
  ]
  for (const [name, value, choices] of chosen)
    if (!choices.includes(value))
      throw new ControlError(`${name} is "${value}"; it must be one of: ${choices.join(', ')}.`)
  for (const [name, seconds] of Object.entries({ postingSeconds, listLagSeconds }))
    if (!(seconds >= 0 && seconds < Number.POSITIVE_INFINITY))
      throw new ControlError(`${name} is ${seconds}; it must be a number of seconds, 0 or more.`)
  if (!(settings.keepAliveSeconds > 0))
    throw new ControlError(`keepAliveSeconds is ${settings.keepAliveSeconds}; it must be a number above 0.`)
  return settings
}

/** Given settings over those of a fresh server. @throws ControlError for a setting that could not be. */
export function toSettings(options: MastodonOptions): MastodonSettings {
  return checkSettings({
    ...DEFAULT_SETTINGS,
    ...withoutUndefined(options),
    limits: { ...DEFAULT_SETTINGS.limits, ...withoutUndefined(options.limits ?? {}) },
    rateLimits: { ...DEFAULT_SETTINGS.rateLimits, ...withoutUndefined(options.rateLimits ?? {}) },
  })
}
