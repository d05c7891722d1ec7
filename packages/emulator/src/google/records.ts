/** An OAuth client of type "web application", as it is made in the Cloud console. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
  /** Compared character for character. */
  readonly redirectUris: readonly string[]
}

/** Somebody with a Google account. */
export interface Person {
  readonly name: string
  readonly email: string
}

/** What a person allowed an application. */
export interface Consent {
  readonly clientId: string
  readonly email: string
  readonly scopes: readonly string[]
}

/** A code on its way to the application. */
export interface Grant extends Consent {
  readonly redirectUri: string
  /** Of PKCE; null without. */
  readonly challenge: string | null
  readonly givesRefreshToken: boolean
  readonly expiresAt: Date
  used: boolean
}
