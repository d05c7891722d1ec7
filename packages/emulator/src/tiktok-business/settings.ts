import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** An account that exists when the emulator starts. */
export interface TiktokBusinessPersonSetup {
  readonly username: string
  readonly displayName?: string | undefined
  /** True for a business account, the default. The API treats personal accounts in the same way. */
  readonly isBusiness?: boolean | undefined
}

/** Refresh token in the response to a token refresh: a new one, the same one, or none. */
export type RefreshTokenRule = 'ROTATED' | 'KEPT' | 'OMITTED'

/** All settings of the emulated TikTok Business. */
export interface TiktokBusinessSettings {
  /**
   * Id of the app. Requests send this id as `client_key`, `client_id` or `app_id`. The emulator
   * has only one app.
   */
  readonly appId: string
  readonly appSecret: string
  /** Registered redirect URIs. Null accepts every valid URI. */
  readonly redirectUris: readonly string[] | null
  /**
   * If true, the server accepts redirect URIs with http or a port, such as local ones. TikTok
   * refuses them. The trailing slash is always required.
   */
  readonly takesLocalRedirects: boolean
  /**
   * Scopes that TikTok approved for the app. If the app requests another scope, the sign-in fails.
   */
  readonly scopes: readonly string[]
  /** Maximum number of requests per minute for one account at one endpoint. */
  readonly perMinuteAndEndpoint: number
  /** Maximum number of requests per minute for the app. */
  readonly perMinute: number
  /**
   * Maximum number of requests per second for the app. Null for no limit. TikTok's lowest tier
   * allows 10.
   */
  readonly perSecond: number | null
  readonly perDay: number
  /**
   * Duration in seconds of the penalty after a limit per minute is exceeded. During the penalty,
   * requests are refused.
   */
  readonly penaltySeconds: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  readonly refreshTokens: RefreshTokenRule
  /** Seconds before a new comment or reply appears in lists. */
  readonly listDelaySeconds: number
  /**
   * Maximum number of items on a page, even if a request asks for more. Null for no such maximum.
   */
  readonly shortPages: number | null
  /** If true, a page repeats the last item of the previous page, as TikTok documents. */
  readonly repeatsItems: boolean
  /**
   * The same text of one author is hidden as spam from this occurrence on. Null disables the
   * check.
   */
  readonly spamAfter: number | null
  /** Error code for a deleted comment or video. TikTok does not document this code. */
  readonly goneCode: 40002 | 40007 | 40053
  /**
   * If true, the server sends events immediately. Otherwise events wait for the control operation
   * `deliverEvents`.
   */
  readonly pushImmediately: boolean
  readonly people: readonly TiktokBusinessPersonSetup[]
}

/** Settings of `tiktokBusinessNetwork()`. Omitted settings have their defaults. */
export type TiktokBusinessOptions = PartialInit<TiktokBusinessSettings>

/** Scopes that the emulator supports. */
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

/**
 * Returns the settings, with defaults for omitted ones. Source of the limits:
 * https://business-api.tiktok.com/portal/docs?id=1738084416214017 (copy of August 2026)
 */
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
