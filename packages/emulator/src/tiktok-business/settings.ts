import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** An account to be there from the start. */
export interface TiktokBusinessPersonSetup {
  readonly username: string
  readonly displayName?: string | undefined
  /** A business account unless given; personal accounts work the same. */
  readonly isBusiness?: boolean | undefined
}

/** What becomes of the refresh token at a renewal. */
export type RefreshTokenRule = 'ROTATED' | 'KEPT' | 'OMITTED'

/** Everything about the server that can be chosen. */
export interface TiktokBusinessSettings {
  /** The one app there is: `client_key`, `client_id` and `app_id` are all this. */
  readonly appId: string
  readonly appSecret: string
  /** Addresses the app is registered with; null takes any that has the right form. */
  readonly redirectUris: readonly string[] | null
  /** True takes http, ports and addresses of this machine, which TikTok does not. The slash at the end is required. */
  readonly takesLocalRedirects: boolean
  /** What the app was approved for. Asking for anything else refuses the whole sign-in. */
  readonly scopes: readonly string[]
  /** Requests a minute for one account at one endpoint. */
  readonly perMinuteAndEndpoint: number
  /** Requests a minute for the app. */
  readonly perMinute: number
  /** Requests a second for the app; null counts no seconds. TikTok's smallest tier has 10. */
  readonly perSecond: number | null
  readonly perDay: number
  /** Seconds for which a limit of a minute goes on refusing once it was broken. */
  readonly penaltySeconds: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  readonly refreshTokens: RefreshTokenRule
  /** Seconds until a new comment or reply shows in the lists. */
  readonly listDelaySeconds: number
  /** The most items of a page, whatever was asked for; null gives what was asked for. */
  readonly shortPages: number | null
  /** True repeats the last item of a page at the start of the next, as TikTok says may happen. */
  readonly repeatsItems: boolean
  /** The same text is hidden as spam from this time on; null hides none. */
  readonly spamAfter: number | null
  /** The code for a comment or video that is gone, which TikTok documents nowhere. */
  readonly goneCode: 40002 | 40007 | 40053
  /** True pushes events at once; false waits for `deliverEvents`. */
  readonly pushImmediately: boolean
  readonly people: readonly TiktokBusinessPersonSetup[]
}

/** What is not to be as it is when nothing is said. */
export type TiktokBusinessOptions = PartialInit<TiktokBusinessSettings>

/** The scopes of this family that the server knows. */
const KNOWN_SCOPES: readonly string[] = [
  'user.info.basic',
  'user.info.username',
  'user.info.profile',
  'user.info.stats',
  'user.account.type',
  'video.list',
  'comment.list',
  'comment.list.manage',
]

/** Fills in what was left out. Limits: https://business-api.tiktok.com/portal/docs?id=1738084416214017 (copy of August 2026) */
export function toSettings(options: TiktokBusinessOptions): TiktokBusinessSettings {
  return {
    appId: '7364323437050000001',
    appSecret: 'emulator-business-secret-0123456789abcdef',
    redirectUris: null,
    takesLocalRedirects: true,
    scopes: KNOWN_SCOPES,
    perMinuteAndEndpoint: 40,
    perMinute: 600,
    perSecond: null,
    perDay: 864_000,
    penaltySeconds: 300,
    accessSeconds: 86_400,
    refreshSeconds: 31_536_000,
    refreshTokens: 'ROTATED',
    listDelaySeconds: 0,
    shortPages: null,
    repeatsItems: false,
    spamAfter: null,
    goneCode: 40_007,
    pushImmediately: false,
    people: [
      { username: 'ada', displayName: 'Ada' },
      { username: 'bo', displayName: 'Bo' },
      { username: 'cleo', displayName: 'Cleo', isBusiness: false },
    ],
    ...withoutUndefined(options),
  }
}
