/** An OAuth client of type "web application", as created in the Cloud console. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
  /** Registered redirect URIs. Google compares them exactly. */
  readonly redirectUris: readonly string[]
}

/** A person with a Google account. */
export interface Person {
  readonly name: string
  readonly email: string
}

/** Permissions that a person grants to an application. */
export interface Consent {
  readonly clientId: string
  readonly email: string
  readonly scopes: readonly string[]
}

/** Consent that an authorization code represents. */
export interface Grant extends Consent {
  readonly redirectUri: string
  /** PKCE code challenge. Null if the request has no challenge. */
  readonly challenge: string | null
  readonly givesRefreshToken: boolean
  readonly expiresAt: Date
  used: boolean
}
