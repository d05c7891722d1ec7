/** Permissions that a person or account grants the app. A change applies to all of their tokens. */
export interface Authorization {
  readonly owner: string
  readonly scopes: Set<string>
  /** Selected pages. Empty for networks without pages. */
  readonly pages: Set<string>
}

/** An authorization code. */
export interface Grant {
  readonly code: string
  readonly owner: string
  readonly redirectUri: string
  readonly expiresAt: Date
  used: boolean
}

/** An access token. */
export interface Access {
  readonly token: string
  readonly kind: 'SHORT' | 'LONG' | 'PAGE'
  /** Person or account that signed in. */
  readonly owner: string
  /** Page of a page token. Null for a person's or an account's own token. */
  readonly pageId: string | null
  readonly issuedAt: Date
  /** Null if it does not expire. */
  expiresAt: Date | null
  /** Subcode of error 190 for an invalid token. Null while it is valid. */
  deadWith: number | null
}
