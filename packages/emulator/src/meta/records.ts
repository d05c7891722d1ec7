/** What a person, or an account, allows the app. Changing it changes what every token of theirs may do. */
export interface Authorization {
  readonly owner: string
  readonly scopes: Set<string>
  /** Pages that were ticked; empty where there are none to tick. */
  readonly pages: Set<string>
}

/** A code that was given out. */
export interface Grant {
  readonly code: string
  readonly owner: string
  readonly redirectUri: string
  readonly expiresAt: Date
  used: boolean
}

/** A token. */
export interface Access {
  readonly token: string
  readonly kind: 'SHORT' | 'LONG' | 'PAGE'
  /** The person, or the account, that signed in. */
  readonly owner: string
  /** The page it acts as; null for a person's or an account's own token. */
  readonly pageId: string | null
  readonly issuedAt: Date
  /** Null when it does not end. */
  expiresAt: Date | null
  /** The subcode of error 190 it is refused with; null while it is good. */
  deadWith: number | null
}
