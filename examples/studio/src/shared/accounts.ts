import type { HealthState } from '@social/core'

/** One signed-in account. */
export interface AccountInfo {
  readonly id: string
  readonly network: string
  readonly name: string
  readonly avatarUrl: string | null
  /** Server of the account. Null if the network has only one server. */
  readonly host: string | null
  /** Scopes that the person granted. */
  readonly scopes: readonly string[]
  /** `OK`, or another health state of the library, such as `SIGN_IN_AGAIN` or `CHECK_ACCOUNT`. */
  readonly health: HealthState
  /** Message about the action that a person must take. Null if no action is required. */
  readonly problem: string | null
  /** Time of the network's last refusal as ISO text. Null if the account works, or if only its token expires. */
  readonly since: string | null
  /** Expiry of the access token as ISO text. Null if the token does not expire. */
  readonly accessExpiresAt: string | null
  /**
   * Expiry of the refresh token as ISO text. Null without a refresh token, or if its expiry is
   * unknown.
   */
  readonly refreshExpiresAt: string | null
}

/** Remaining limits of an account, as reported by its network. */
export interface AllowanceInfo {
  /** Number of posts still allowed today. Null if the network does not report this number. */
  readonly postsLeftToday: number | null
  /**
   * Request limits from the newest response. Null before the first response, or if the network
   * does not report them.
   */
  readonly requests: {
    readonly limit: number | null
    readonly remaining: number | null
    /** ISO text. */
    readonly resetsAt: string | null
  } | null
  readonly maxTextLength: number | null
  readonly maxImages: number | null
  readonly maxVideos: number | null
}

/** Opening hours for all days, with times such as `08:30`. */
export interface OpeningHours {
  readonly opens: string
  readonly closes: string
}

/** Spending limit at a network, with the amount already used. */
export interface SpendingInfo {
  readonly network: string
  /** Unit that the network counts, such as `credits` or `units`. */
  readonly bucket: string
  readonly spent: number
  readonly limit: number
}
