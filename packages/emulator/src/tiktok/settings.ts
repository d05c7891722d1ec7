import { ControlError } from '../framework/control/operations.js'
import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** Calls that are counted apart, each over one minute, for each token. */
export type RateRule = 'profileInit' | 'draftsInit' | 'status' | 'creatorInfo' | 'userInfo'

/** A person to be there from the start. */
export interface TiktokPersonSetup {
  readonly username: string
  readonly displayName?: string | undefined
  /** A private account; public unless given. */
  readonly isPrivate?: boolean | undefined
}

/** Everything about the server that can be chosen. */
export interface TiktokSettings {
  /** The one app there is. */
  readonly clientKey: string
  readonly clientSecret: string
  /** Addresses the app is registered with; null takes any, this machine's too, which TikTok does not. */
  readonly redirectUris: readonly string[] | null
  /** What the app was approved for. Asking for anything else refuses the whole sign-in. */
  readonly scopes: readonly string[]
  /** False forces `SELF_ONLY`, takes posts of private accounts only, and lets five people in. */
  readonly audited: boolean
  /** Seconds from the last byte until the video is encoded and published, or waits in the inbox. */
  readonly processSeconds: number
  /** Seconds from then until a public post has passed moderation and has an id. */
  readonly publicSeconds: number
  /** Where events are pushed; null pushes none. */
  readonly webhookUrl: string | null
  /** True pushes at once; false waits for `deliverEvents`. */
  readonly pushImmediately: boolean
  /** Requests in a minute. */
  readonly rates: Readonly<Record<RateRule, number>>
  readonly postsPerDay: number
  readonly pendingDrafts: number
  /** People who may post in 24 hours while the app is not audited. */
  readonly activePeople: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** How long an upload address is good. */
  readonly uploadSeconds: number
  /** Seconds after which the status of a video knows of bytes that arrived, and that they were all. */
  readonly statusLagSeconds: number
  /** False leaves `uploaded_bytes` out of the status of a video. */
  readonly statusReportsBytes: boolean
  /** A word in the place of the status of every video; null tells the truth. */
  readonly statusName: string | null
  /** Status of a refusal of the token endpoint: both have been seen. */
  readonly oauthRefusalStatus: 200 | 400
  readonly people: readonly TiktokPersonSetup[]
}

/** What is not to be as it is when nothing is said. */
export interface TiktokOptions extends PartialInit<Omit<TiktokSettings, 'rates'>> {
  readonly rates?: PartialInit<Record<RateRule, number>> | undefined
}

/** Requests a minute for each token. https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit (copy of October 2026) */
const RATES: TiktokSettings['rates'] = {
  profileInit: 6,
  draftsInit: 6,
  status: 30,
  creatorInfo: 20,
  userInfo: 600,
}

/** Every scope TikTok has that this server knows. */
const KNOWN_SCOPES: readonly string[] = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.upload',
  'video.publish',
]

/** @throws ControlError for a setting that could not be. */
function checkSettings(settings: TiktokSettings): TiktokSettings {
  const { statusLagSeconds } = settings
  if (statusLagSeconds >= 0 && statusLagSeconds < Number.POSITIVE_INFINITY) return settings
  throw new ControlError(
    `statusLagSeconds is ${statusLagSeconds}; it must be a number of seconds, 0 or more.`,
  )
}

/** Fills in what was left out. @throws ControlError for a setting that could not be. */
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
