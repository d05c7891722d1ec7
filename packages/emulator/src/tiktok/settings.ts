import { ControlError } from '../framework/control/operations.js'
import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** Groups of calls. Each group has its own limit per minute for each token. */
export type RateRule = 'profileInit' | 'draftsInit' | 'status' | 'creatorInfo' | 'userInfo'

/** A person who exists when the emulator starts. */
export interface TiktokPersonSetup {
  readonly username: string
  readonly displayName?: string | undefined
  /** True for a private account. Default: a public account. */
  readonly isPrivate?: boolean | undefined
}

/** All settings of the emulated TikTok. */
export interface TiktokSettings {
  /** Client key of the app. The emulator has only one app. */
  readonly clientKey: string
  readonly clientSecret: string
  /**
   * Registered redirect URIs. Null accepts every URI, including local ones, which TikTok refuses.
   */
  readonly redirectUris: readonly string[] | null
  /**
   * Scopes that TikTok approved for the app. If the app requests another scope, the sign-in fails.
   */
  readonly scopes: readonly string[]
  /**
   * If false, the app can post only for private accounts and only with `SELF_ONLY`. `activePeople`
   * limits the number of people.
   */
  readonly audited: boolean
  /**
   * Processing time of a video in seconds, from its last byte. Afterwards the video is published
   * or in the inbox.
   */
  readonly processSeconds: number
  /** Seconds from publication until a public post has passed moderation and receives an id. */
  readonly publicSeconds: number
  /** URL to which the server sends webhook events. Null disables events. */
  readonly webhookUrl: string | null
  /**
   * If true, the server sends events immediately. Otherwise events wait for the control operation
   * `deliverEvents`.
   */
  readonly pushImmediately: boolean
  /** Maximum number of requests per minute and token, for each group of calls. */
  readonly rates: Readonly<Record<RateRule, number>>
  readonly postsPerDay: number
  readonly pendingDrafts: number
  /** Maximum number of people for whom an unaudited app can post in 24 hours. */
  readonly activePeople: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Lifetime of an upload URL, in seconds. */
  readonly uploadSeconds: number
  /** Delay in seconds before the publish status shows received bytes and the end of the upload. */
  readonly statusLagSeconds: number
  /** If false, the publish status omits `uploaded_bytes`. */
  readonly statusReportsBytes: boolean
  /** Fixed publish status of every video. Null returns the actual status. */
  readonly statusName: string | null
  /** HTTP status of errors of the token endpoints. TikTok returns both. */
  readonly oauthRefusalStatus: 200 | 400
  readonly people: readonly TiktokPersonSetup[]
}

/** Settings of `tiktokNetwork()`. Omitted settings have their defaults. */
export interface TiktokOptions extends PartialInit<Omit<TiktokSettings, 'rates'>> {
  readonly rates?: PartialInit<Record<RateRule, number>> | undefined
}

/**
 * Default limits per minute and token.
 * https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit (copy of October 2026)
 */
const RATES: TiktokSettings['rates'] = {
  profileInit: 6,
  draftsInit: 6,
  status: 30,
  creatorInfo: 20,
  userInfo: 600,
}

/** Scopes that the emulator supports. */
const KNOWN_SCOPES: readonly string[] = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.upload',
  'video.publish',
]

/** @throws ControlError for an invalid setting. */
function checkSettings(settings: TiktokSettings): TiktokSettings {
  const { statusLagSeconds } = settings
  if (statusLagSeconds >= 0 && statusLagSeconds < Number.POSITIVE_INFINITY) return settings
  throw new ControlError(
    `statusLagSeconds is ${statusLagSeconds}. It must be a number of seconds, 0 or more.`,
  )
}

/**
 * Returns the settings, with defaults for omitted ones.
 * @throws ControlError for an invalid setting.
 */
export function toSettings(options: TiktokOptions): TiktokSettings {
  return checkSettings({
    clientKey: 'aw1emulatorkey',
    clientSecret: 'emulator-client-secret-0123456789',
    redirectUris: null,
    scopes: KNOWN_SCOPES,
    audited: true,
    processSeconds: 20,
    publicSeconds: 40,
    webhookUrl: null,
    pushImmediately: false,
    postsPerDay: 15,
    pendingDrafts: 5,
    activePeople: 5,
    accessSeconds: 86_400,
    refreshSeconds: 31_536_000,
    uploadSeconds: 3600,
    statusLagSeconds: 0,
    statusReportsBytes: true,
    statusName: null,
    oauthRefusalStatus: 400,
    people: [
      { username: 'ada', displayName: 'Ada' },
      { username: 'bo', displayName: 'Bo' },
      { username: 'cleo', displayName: 'Cleo', isPrivate: true },
    ],
    ...withoutUndefined(options),
    rates: { ...RATES, ...withoutUndefined(options.rates ?? {}) },
  })
}
