/** Permissions that a person or account grants to the app. A change applies to all tokens of the owner. */
export interface Authorization {
  readonly owner: string
  readonly scopes: Set<string>
  /** Pages that the person selected. Empty for networks without pages. */
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
  /** Person or account that signed in to get the token. */
  readonly owner: string
  /** Page of a page token. Null for a person's or an account's own token. */
  readonly pageId: string | null
  readonly issuedAt: Date
  /** Time at which the token expires. Null if the token does not expire. */
  expiresAt: Date | null
  /** Subcode of error 190 for an invalid token. Null while the token is valid. */
  deadWith: number | null
}
