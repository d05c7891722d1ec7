import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** An account that exists from the start. */
export interface TiktokBusinessPersonSetup {
  readonly username: string
  readonly displayName?: string | undefined
  /** Default: a business account. Personal accounts work the same. */
  readonly isBusiness?: boolean | undefined
}

/** Handling of the refresh token when tokens are renewed. */
export type RefreshTokenRule = 'ROTATED' | 'KEPT' | 'OMITTED'

/** All settings of the server. */
export interface TiktokBusinessSettings {
  /** Id of the only app: `client_key`, `client_id` and `app_id` have this value. */
  readonly appId: string
  readonly appSecret: string
  /** Registered redirect URIs. Null accepts any valid one. */
  readonly redirectUris: readonly string[] | null
  /**
   * If true, http, ports and hosts of this machine are accepted, unlike on TikTok. The trailing slash is
   * required.
   */
  readonly takesLocalRedirects: boolean
  /** Approved scopes of the app. Any other one fails the whole sign-in. */
  readonly scopes: readonly string[]
  /** Requests per minute for one account at one endpoint. */
  readonly perMinuteAndEndpoint: number
  /** Requests per minute for the app. */
  readonly perMinute: number
  /** Requests per second for the app. Null for no such limit. TikTok's lowest tier has 10. */
  readonly perSecond: number | null
  readonly perDay: number
  /** Seconds in which requests are refused after exceeding a limit per minute. */
  readonly penaltySeconds: number
  readonly accessSeconds: number
  readonly refreshSeconds: number
  readonly refreshTokens: RefreshTokenRule
  /** Seconds before a new comment or reply appears in lists. */
  readonly listDelaySeconds: number
  /** Maximum number of items on a page, whatever was requested. Null for the requested number. */
  readonly shortPages: number | null
  /** If true, the last item of a page is repeated on the next one, as TikTok documents. */
  readonly repeatsItems: boolean
  /** Number of times after which the same text is hidden as spam. Null for never. */
  readonly spamAfter: number | null
  /** Code for a deleted comment or video, which TikTok does not document. */
  readonly goneCode: 40002 | 40007 | 40053
  /** If true, pushes events immediately. Otherwise `deliverEvents` pushes them. */
  readonly pushImmediately: boolean
  readonly people: readonly TiktokBusinessPersonSetup[]
}

/** Optional settings over the defaults. */
export type TiktokBusinessOptions = PartialInit<TiktokBusinessSettings>

/** Known scopes of this API. */
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
 * Settings with defaults for the missing ones. Limits:
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
