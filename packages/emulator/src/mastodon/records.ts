/** Visibility of a status. */
export type Visibility = 'public' | 'unlisted' | 'private' | 'direct'
/** People who are allowed to quote a status. */
export type QuotePolicy = 'public' | 'followers' | 'nobody'
/** State of a person's login. All values except `OK` prevent the login. */
export type LoginState = 'OK' | 'DISABLED' | 'UNCONFIRMED' | 'PENDING'

/** A person of this server or of another server. */
export interface Person {
  readonly id: string
  readonly username: string
  /** Host of the person's server. Null for people of this server. */
  readonly host: string | null
  displayName: string
  readonly createdAt: Date
  /** If false, the server returns its placeholder as avatar. */
  hasAvatar: boolean
  login: LoginState
  silenced: boolean
  defaultVisibility: Visibility
  defaultSensitive: boolean
  defaultLanguage: string
}

/** A registered application. */
export interface App {
  readonly id: string
  readonly name: string
  readonly website: string | null
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
}

/** Authorization code after a person's approval. */
export interface Grant {
  readonly code: string
  readonly appId: string
  readonly personId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string | null
  readonly expiresAt: Date
  used: boolean
}

/** An access token. */
export interface AccessToken {
  readonly id: string
  readonly token: string
  readonly appId: string
  /** Id of the person. Null for the token of an app without a person. */
  readonly personId: string | null
  readonly scopes: readonly string[]
  readonly createdAt: Date
  /** Time at which the token expires. Null if the token does not expire. */
  expiresAt: Date | null
  readonly refreshToken: string | null
  /** True after the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** An uploaded file. */
export interface MediaFile {
  readonly id: string
  readonly personId: string
  readonly type: 'image' | 'gifv' | 'video' | 'audio'
  readonly contentType: string
  readonly filename: string
  readonly bytes: number
  readonly sha256: string
  readonly width: number
  readonly height: number
  description: string | null
  focus: readonly [number, number] | null
  /** Thumbnail that the client uploaded. Null if the server created the thumbnail. */
  thumbnail: { readonly contentType: string; readonly bytes: number; readonly sha256: string } | null
  state: 'PROCESSING' | 'READY' | 'FAILED'
  /** Set if the clock decides when processing is complete. */
  readyAt: Date | null
  /** Number of status queries until processing is complete. Null if the clock decides. */
  pollsLeft: number | null
  /** Id of the status or scheduled status with this file. Null if the file is not attached. */
  attachedTo: string | null
}

/** Link from a quoting status to the quoted one. */
export interface QuoteLink {
  readonly statusId: string
  state: 'accepted' | 'pending' | 'rejected' | 'revoked'
}

/** A poll in a status. */
export interface Poll {
  readonly id: string
  readonly choices: readonly string[]
  readonly multiple: boolean
  readonly hidesTotals: boolean
  readonly expiresAt: Date
  /** Chosen indexes by person. */
  readonly votes: Map<string, readonly number[]>
}

/** A status before an edit. */
export interface StatusVersion {
  readonly text: string
  readonly spoilerText: string
  readonly sensitive: boolean
  readonly mediaIds: readonly string[]
  readonly poll: Poll | null
  readonly since: Date
}

/** A post. */
export interface Status {
  readonly id: string
  readonly personId: string
  readonly createdAt: Date
  text: string
  spoilerText: string
  readonly visibility: Visibility
  sensitive: boolean
  language: string
  readonly replyTo: string | null
  readonly replyToPersonId: string | null
  /** Thread id, equal for all statuses of a thread. */
  readonly threadId: string
  mentions: readonly string[]
  mediaIds: readonly string[]
  readonly quote: QuoteLink | null
  quotePolicy: QuotePolicy
  poll: Poll | null
  editedAt: Date | null
  /** Earlier versions, oldest first. Empty if the status was never edited. */
  readonly earlier: StatusVersion[]
  /** Id of the boosted status. Null for an original status. */
  readonly boostOf: string | null
  readonly appId: string | null
}

/** A scheduled status. */
export interface ScheduledStatus {
  readonly id: string
  readonly personId: string
  scheduledAt: Date
  readonly params: Readonly<Record<string, unknown>>
  readonly mediaIds: readonly string[]
  /** Function that publishes the scheduled status. */
  readonly publish: () => void
}

/** A like of a status. */
export interface Favourite {
  readonly id: string
  readonly personId: string
  readonly statusId: string
}

/** A notification of a person. */
export interface Notification {
  readonly id: string
  readonly personId: string
  readonly type: string
  readonly createdAt: Date
  readonly fromId: string | null
  readonly statusId: string | null
  /** True if the person's notification policy filters the notification. */
  readonly filtered: boolean
}

/** A private conversation. Each participant has their own record. */
export interface Conversation {
  readonly id: string
  readonly personId: string
  readonly threadId: string
  /** Sorted ids of all other participants. */
  readonly others: readonly string[]
  lastStatusId: string
  unread: boolean
}

/** Read position of a person. */
export interface Marker {
  readonly lastReadId: string
  readonly version: number
  readonly updatedAt: Date
}

/** Pending fetch of a status's replies from other servers. */
export interface AsyncRefresh {
  readonly id: string
  readonly state: 'running' | 'finished'
  readonly retrySeconds: number
  readonly resultCount: number | null
}
