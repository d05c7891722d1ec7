import type { Consent } from '../google/records.js'

export type { Consent, Grant, OAuthClient, Person } from '../google/records.js'

/** A token that was given out. */
export interface IssuedToken extends Consent {
  readonly token: string
  /** Null for refresh tokens without an end of their own. */
  expiresAt: Date | null
  lastUsedAt: Date
  revoked: boolean
}

/** What an account of the Business Profile can be. */
export type AccountType = 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION'

/** An account of the Business Profile. */
export interface Account {
  /** 21 digits. */
  readonly id: string
  readonly name: string
  readonly type: AccountType
  /** Whose it is, by e-mail address, and what they are there. */
  readonly roles: Map<string, 'PRIMARY_OWNER' | 'OWNER' | 'MANAGER' | 'SITE_MANAGER'>
}

/** JSON as it goes over the wire. */
export type Json = Readonly<Record<string, unknown>>

/** A business on the map. */
export interface Location {
  /** 19 digits. */
  readonly id: string
  /** The accounts it is listed under; the first owns it. */
  readonly accounts: string[]
  /** The fields of the wire's `Location`, without `name` and `metadata`. */
  fields: Json
  /** Google's own version of some fields, where it differs. */
  google: Json
  isVerified: boolean
  /** Google allows no posts through the API here, as for some chains. */
  isClosedToPosts: boolean
  /** Moments of its newest edits, for the limit of a minute. */
  edits: number[]
}

/** What becomes of a post. */
export type PostState = 'PROCESSING' | 'LIVE' | 'REJECTED' | 'SCHEDULED'

/** A post on a location. */
export interface LocalPost {
  readonly id: string
  readonly accountId: string
  readonly locationId: string
  fields: Json
  /** Names of its pictures at Google. */
  media: readonly { readonly name: string; readonly googleUrl: string; readonly sha256: string }[]
  readonly createdAt: Date
  updatedAt: Date
  readonly scheduledAt: Date | null
  isRejected: boolean
}

/** A review of a location. */
export interface Review {
  readonly id: string
  readonly locationId: string
  readonly by: string
  readonly isAnonymous: boolean
  stars: 1 | 2 | 3 | 4 | 5
  comment: string | null
  readonly createdAt: Date
  updatedAt: Date
  reply: {
    readonly comment: string
    readonly updatedAt: Date
    readonly state: 'PENDING' | 'APPROVED' | 'REJECTED'
    readonly violation: string | null
  } | null
}

/** A question about a location, with its answers. */
export interface Question {
  readonly id: string
  readonly locationId: string
  readonly by: string
  readonly text: string
  readonly createdAt: Date
  /** Oldest first; `by` is null for the business. */
  answers: readonly {
    readonly id: string
    readonly by: string | null
    readonly text: string
    readonly createdAt: Date
  }[]
}

/** A verification of a location that was begun. */
export interface Verification {
  readonly id: string
  readonly locationId: string
  readonly method: string
  readonly pin: string
  readonly createdAt: Date
  state: 'PENDING' | 'COMPLETED' | 'FAILED'
  wrongPins: number
}

/** What is pushed of an account, and where to. */
export interface NotificationSetting {
  readonly pubsubTopic: string
  readonly notificationTypes: readonly string[]
}

/** A push subscription of Cloud Pub/Sub, as somebody makes it in the console. */
export interface Subscription {
  readonly name: string
  readonly topic: string
  readonly endpoint: string
  readonly audience: string
  readonly serviceAccount: string
}
