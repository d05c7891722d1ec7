import type { Consent } from '../google/records.js'

export type { Consent, Grant, OAuthClient, Person } from '../google/records.js'

/** An access token or refresh token. */
export interface IssuedToken extends Consent {
  readonly token: string
  /** Time at which the token expires. Null for a refresh token without a fixed expiry. */
  expiresAt: Date | null
  lastUsedAt: Date
  revoked: boolean
}

/** Types of Business Profile accounts. */
export type AccountType = 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION'

export interface Account {
  /** Account id with 21 digits. */
  readonly id: string
  readonly name: string
  readonly type: AccountType
  /** Roles in the account, by the e-mail address of the person. */
  readonly roles: Map<string, 'PRIMARY_OWNER' | 'OWNER' | 'MANAGER' | 'SITE_MANAGER'>
}

/** JSON object in the format of Google's API. */
export type Json = Readonly<Record<string, unknown>>

export interface Location {
  /** Location id with 19 digits. */
  readonly id: string
  /** Ids of the accounts that list the location. The first account is the owner. */
  readonly accounts: string[]
  /** Fields of `Location` in Google's format, without `name` and `metadata`. */
  fields: Json
  /** Values of the fields that differ in Google's own version of the location. */
  google: Json
  isVerified: boolean
  /** True if Google allows no posts through the API. This happens with some chains. */
  isClosedToPosts: boolean
  /** Times in milliseconds of the edits in the last minute. */
  edits: number[]
}

/** State of a post. */
export type PostState = 'PROCESSING' | 'LIVE' | 'REJECTED' | 'SCHEDULED'

export interface LocalPost {
  readonly id: string
  readonly accountId: string
  readonly locationId: string
  fields: Json
  /** Pictures of the post, with the names and URLs that Google assigned. */
  media: readonly { readonly name: string; readonly googleUrl: string; readonly sha256: string }[]
  readonly createdAt: Date
  updatedAt: Date
  readonly scheduledAt: Date | null
  isRejected: boolean
}

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

/** A question of a customer about a location. */
export interface Question {
  readonly id: string
  readonly locationId: string
  readonly by: string
  readonly text: string
  readonly createdAt: Date
  /** Answers, oldest first. `by` is null for the answer of the business. */
  answers: readonly {
    readonly id: string
    readonly by: string | null
    readonly text: string
    readonly createdAt: Date
  }[]
}

/** A verification of a location, from its start on. */
export interface Verification {
  readonly id: string
  readonly locationId: string
  readonly method: string
  readonly pin: string
  readonly createdAt: Date
  state: 'PENDING' | 'COMPLETED' | 'FAILED'
  wrongPins: number
}

/** Notification types of an account, and the Pub/Sub topic for them. */
export interface NotificationSetting {
  readonly pubsubTopic: string
  readonly notificationTypes: readonly string[]
}

/** A push subscription of Cloud Pub/Sub, as created in the Cloud console. */
export interface Subscription {
  readonly name: string
  readonly topic: string
  readonly endpoint: string
  readonly audience: string
  readonly serviceAccount: string
}
