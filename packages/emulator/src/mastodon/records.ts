/** Who may see a status. */
export type Visibility = 'public' | 'unlisted' | 'private' | 'direct'
/** Who may quote a status. */
export type QuotePolicy = 'public' | 'followers' | 'nobody'
/** Why a person's login does not work; `OK` when it does. */
export type LoginState = 'OK' | 'DISABLED' | 'UNCONFIRMED' | 'PENDING'

/** A person, here or at another server. */
export interface Person {
  readonly id: string
  readonly username: string
  /** Null for people of this server. */
  readonly host: string | null
  displayName: string
  readonly createdAt: Date
  /** False shows the server's placeholder. */
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

/** A code that a person's approval gave. */
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
  /** Null for a token of the application itself. */
  readonly personId: string | null
  readonly scopes: readonly string[]
  readonly createdAt: Date
  /** Null: never. */
  expiresAt: Date | null
  readonly refreshToken: string | null
  /** True once the refresh token was replaced by a newer one. */
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
  /** A thumbnail of its own; null where the server made it. */
  thumbnail: { readonly contentType: string; readonly bytes: number; readonly sha256: string } | null
  state: 'PROCESSING' | 'READY' | 'FAILED'
  /** Set where the clock decides. */
  readyAt: Date | null
  /** Counts down where questions decide. */
  pollsLeft: number | null
  /** The status or scheduled status it belongs to; null while it is free. */
  attachedTo: string | null
}

/** A status that quotes another. */
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
  /** Who chose which, by index. */
  readonly votes: Map<string, readonly number[]>
}

/** How a status was before it was changed. */
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
  /** The same for every status of one thread. */
  readonly threadId: string
  mentions: readonly string[]
  mediaIds: readonly string[]
  readonly quote: QuoteLink | null
  quotePolicy: QuotePolicy
  poll: Poll | null
  editedAt: Date | null
  /** Oldest first; empty while it was never changed. */
  readonly earlier: StatusVersion[]
  /** The status this is a boost of. */
  readonly boostOf: string | null
  readonly appId: string | null
}

/** A status for later. */
export interface ScheduledStatus {
  readonly id: string
  readonly personId: string
  scheduledAt: Date
  readonly params: Readonly<Record<string, unknown>>
  readonly mediaIds: readonly string[]
  /** Publishes it. */
  readonly publish: () => void
}

/** Somebody likes a status. */
export interface Favourite {
  readonly id: string
  readonly personId: string
  readonly statusId: string
}

/** Something a person is told. */
export interface Notification {
  readonly id: string
  readonly personId: string
  readonly type: string
  readonly createdAt: Date
  readonly fromId: string | null
  readonly statusId: string | null
  /** True when the person's notification policy holds it back. */
  readonly filtered: boolean
}

/** A private conversation, as one of the people in it has it. */
export interface Conversation {
  readonly id: string
  readonly personId: string
  readonly threadId: string
  /** Everybody else in it, sorted. */
  readonly others: readonly string[]
  lastStatusId: string
  unread: boolean
}

/** How far a person has read. */
export interface Marker {
  readonly lastReadId: string
  readonly version: number
  readonly updatedAt: Date
}

/** Replies of a status that are still being fetched from elsewhere. */
export interface AsyncRefresh {
  readonly id: string
  readonly state: 'running' | 'finished'
  readonly retrySeconds: number
  readonly resultCount: number | null
}
