/** One signed-in account. */
export interface AccountInfo {
  readonly id: string
  readonly network: string
  readonly name: string
  readonly avatarUrl: string | null
  /** Server, for a network with many servers. */
  readonly host: string | null
  /** Scopes that the person granted. */
  readonly scopes: readonly string[]
  /** `OK`, or the library's token status: `RENEW_SOON`, `SIGN_IN_AGAIN`, `NOT_FOUND`. */
  readonly health: string
  /** Action required from a person. Null if none. */
  readonly todo: string | null
  /** ISO text. Null if the token does not expire. */
  readonly accessExpiresAt: string | null
  /** ISO text. Null if there is no refresh token or its expiry is unknown. */
  readonly refreshExpiresAt: string | null
}

/** Remaining limits of an account, as reported by its network. */
export interface AllowanceInfo {
  /** Null if the network does not report it. */
  readonly postsLeftToday: number | null
  /** Requests, from the newest response. Null before the first response, or if the network does not report them. */
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

/** Opening hours of every day: `08:30`. */
export interface OpeningHours {
  readonly opens: string
  readonly closes: string
}

/** One field of a sign-in form. */
export interface SignInField {
  readonly name: string
  readonly label: string
  /** True if the input must be hidden. */
  readonly secret: boolean
  readonly help_text: string | null
}

/** Step of a sign-in, in the JSON form of the library's routes. A network with its own page is a redirect instead. */
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

/** Used part of a spending limit at a network. */
export interface SpendingInfo {
  readonly network: string
  /** Counted unit: `credits`, `units`. */
  readonly bucket: string
  readonly spent: number
  readonly limit: number
}
