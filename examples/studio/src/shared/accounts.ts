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
  /** `OK`, or a token status of the library: `RENEW_SOON`, `SIGN_IN_AGAIN` or `NOT_FOUND`. */
  readonly health: string
  /** Action that a person must take. Null if no action is required. */
  readonly todo: string | null
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

/** One field of a sign-in form. */
export interface SignInField {
  readonly name: string
  readonly label: string
  /** True if the form must hide the input. */
  readonly secret: boolean
  readonly help_text: string | null
}

/**
 * Step of a sign-in, as the library's routes return it. A sign-in on the network's own page is a
 * redirect instead of a step.
 */
export type SignInStep =
  | { readonly step: 'connected'; readonly connection_id: string }
  | {
      readonly step: 'choose_account'
      readonly state: string
      readonly options: readonly {
        readonly id: string
        readonly name: string
        readonly kind: string | null
      }[]
    }
  | {
      readonly step: 'ask_for_details'
      readonly state: string
      readonly help_url: string | null
      readonly fields: readonly SignInField[]
    }

/** Spending limit at a network, with the amount already used. */
export interface SpendingInfo {
  readonly network: string
  /** Unit that the network counts, such as `credits` or `units`. */
  readonly bucket: string
  readonly spent: number
  readonly limit: number
}
