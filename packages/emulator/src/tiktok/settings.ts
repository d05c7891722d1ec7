import { ControlError } from '../framework/control/operations.js'
import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** Calls with their own limit per minute and token. */
export type RateRule = 'profileInit' | 'draftsInit' | 'status' | 'creatorInfo' | 'userInfo'

/** A person who exists from the start. */
export interface TiktokPersonSetup {
  readonly username: string
  readonly displayName?: string | undefined
  /** True for a private account. Default: public. */
  readonly isPrivate?: boolean | undefined
}

/** All settings of the server. */
export interface TiktokSettings {
  /** Client key of the only app. */
  readonly clientKey: string
  readonly clientSecret: string
  /** Registered redirect URIs. Null accepts any, also of this machine, unlike TikTok. */
  readonly redirectUris: readonly string[] | null
  /** Approved scopes of the app. Any other one fails the whole sign-in. */
  readonly scopes: readonly string[]
  /** If false, only `SELF_ONLY` posts of private accounts are possible, for at most five people. */
  readonly audited: boolean
  /** Seconds from the last byte until the video is encoded, and published or in the inbox. */
  readonly processSeconds: number
  /** Seconds from then until a public post has passed moderation and has an id. */
  readonly publicSeconds: number
  /** Target URL of events. Null disables them. */
  readonly webhookUrl: string | null
  /** If true, pushes immediately. Otherwise `deliverEvents` pushes. */
  readonly pushImmediately: boolean
  /** Requests per minute. */
  readonly rates: Readonly<Record<RateRule, number>>
  readonly postsPerDay: number
  readonly pendingDrafts: number
  /** Maximum number of people who post in 24 hours before the app is audited. */
  readonly activePeople: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Lifetime of an upload URL. */
  readonly uploadSeconds: number
  /** Delay in seconds before the status contains received bytes and the end of the upload. */
  readonly statusLagSeconds: number
  /** If false, the status of a video does not contain `uploaded_bytes`. */
  readonly statusReportsBytes: boolean
  /** Replacement for the status of every video. Null for the real status. */
  readonly statusName: string | null
  /** HTTP status of token endpoint errors. Both occur in production. */
  readonly oauthRefusalStatus: 200 | 400
  readonly people: readonly TiktokPersonSetup[]
}

/** Optional settings over the defaults. */
export interface TiktokOptions extends PartialInit<Omit<TiktokSettings, 'rates'>> {
  readonly rates?: PartialInit<Record<RateRule, number>> | undefined
}

/**
 * Requests per minute and token. https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit
 * (copy of October 2026)
 */
const RATES: TiktokSettings['rates'] = {
  profileInit: 6,
  draftsInit: 6,
  status: 30,
  creatorInfo: 20,
  userInfo: 600,
}

/** Known scopes of TikTok. */
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

/** Settings with defaults for the missing ones. @throws ControlError for an invalid setting. */
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
