import type { Consent } from '../google/records.js'

export type { Consent, Grant, OAuthClient, Person } from '../google/records.js'

/** A token that the sign-in service issued. */
export interface IssuedToken extends Consent {
  readonly token: string
  /** Time at which the token expires. Null for refresh tokens without an expiry. */
  expiresAt: Date | null
  lastUsedAt: Date
  revoked: boolean
}

/** Types of Business Profile accounts. */
export type AccountType = 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION'

/** A Business Profile account. */
export interface Account {
  /** Account id of 21 digits. */
  readonly id: string
  readonly name: string
  readonly type: AccountType
  /** Role of each person by e-mail address. */
  readonly roles: Map<string, 'PRIMARY_OWNER' | 'OWNER' | 'MANAGER' | 'SITE_MANAGER'>
}

/** JSON in the wire format. */
export type Json = Readonly<Record<string, unknown>>

/** A business location. */
export interface Location {
  /** Location id of 19 digits. */
  readonly id: string
  /** Ids of the accounts that list the location. The first account is the owner. */
  readonly accounts: string[]
  /** Fields of the wire format's `Location`, without `name` and `metadata`. */
  fields: Json
  /** Fields whose values differ in Google's own version of the location. */
  google: Json
  isVerified: boolean
  /** True if Google allows no posts through the API, as for some chains. */
  isClosedToPosts: boolean
  /** Times of recent edits of the location, for the limit per minute. */
  edits: number[]
}

/** State of a post. */
export type PostState = 'PROCESSING' | 'LIVE' | 'REJECTED' | 'SCHEDULED'

/** A post of a location. */
export interface LocalPost {
  readonly id: string
  readonly accountId: string
  readonly locationId: string
  fields: Json
  /** Pictures of the post with their names at Google. */
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

/** A question about a location with its answers. */
export interface Question {
  readonly id: string
  readonly locationId: string
  readonly by: string
  readonly text: string
  readonly createdAt: Date
  /** Answers to the question, oldest first. `by` is null for an answer of the business. */
  answers: readonly {
    readonly id: string
    readonly by: string | null
    readonly text: string
    readonly createdAt: Date
  }[]
}

/** A started verification of a location. */
export interface Verification {
  readonly id: string
  readonly locationId: string
  readonly method: string
  readonly pin: string
  readonly createdAt: Date
  state: 'PENDING' | 'COMPLETED' | 'FAILED'
  wrongPins: number
}

/** Notification types and target topic of an account. */
export interface NotificationSetting {
  readonly pubsubTopic: string
  readonly notificationTypes: readonly string[]
}

/** A push subscription of Cloud Pub/Sub, as created in the console. */
export interface Subscription {
  readonly name: string
  readonly topic: string
  readonly endpoint: string
  readonly audience: string
  readonly serviceAccount: string
}
