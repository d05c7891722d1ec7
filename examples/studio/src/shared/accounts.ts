/** One signed-in account. */
export interface AccountInfo {
  readonly id: string
  readonly network: string
  readonly name: string
  readonly avatarUrl: string | null
  /** Which server, for a network with many. */
  readonly host: string | null
  /** What the person allowed. */
  readonly scopes: readonly string[]
  /** `OK`, or what the library says of the token: `RENEW_SOON`, `SIGN_IN_AGAIN`, `NOT_FOUND`. */
  readonly health: string
  /** What a person has to do; null when nothing. */
  readonly todo: string | null
  /** ISO text; null when it does not run out. */
  readonly accessExpiresAt: string | null
  /** ISO text; null when there is none, or the network never said. */
  readonly refreshExpiresAt: string | null
}

/** What an account has left, as far as its network told. */
export interface AllowanceInfo {
  /** Null where the network does not say. */
  readonly postsLeftToday: number | null
  /** Requests, as the newest reply told; null before the first, and where the network is silent. */
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

/** When a place is open, every day: `08:30`. */
export interface OpeningHours {
  readonly opens: string
  readonly closes: string
}

/** One field of a sign-in form. */
export interface SignInField {
  readonly name: string
  readonly label: string
  /** True for what must not be shown while it is typed. */
  readonly secret: boolean
  readonly help_text: string | null
}

/** Where a sign-in has come to: the JSON of the library's routes. Sending people to a network is a redirect instead. */
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

/** How much of what may be spent at a network is spent. */
export interface SpendingInfo {
  readonly network: string
  /** What is counted: `credits`, `units`. */
  readonly bucket: string
  readonly spent: number
  readonly limit: number
}
