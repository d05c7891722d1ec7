import type { Hash } from 'node:crypto'

import type { Consent as GoogleConsent, Grant as GoogleGrant } from '../google/records.js'

export type { OAuthClient, Person } from '../google/records.js'

/** A YouTube channel. The owner is a person who can sign in, or a commenter without an account. */
export interface Channel {
  readonly id: string
  readonly title: string
  /** For example `@adabread`. */
  readonly handle: string
  /** E-mail address of the owner. Null for the channel of a commenter, who cannot sign in. */
  readonly owner: string | null
  readonly createdAt: Date
}

/** Permissions that a person granted to an application. */
export interface Consent extends GoogleConsent {
  /**
   * Ids of the channels that the token can use. Videos and comments are published on the first
   * one.
   */
  readonly channelIds: readonly string[]
}

/** Permissions that an application receives in exchange for an authorization code. */
export interface Grant extends GoogleGrant, Consent {}

/** An access token or refresh token. */
export interface IssuedToken extends Consent {
  readonly token: string
  /** Null for a refresh token, because refresh tokens do not expire. */
  expiresAt: Date | null
  revoked: boolean
}

/** Metadata of a video, as sent to `videos.insert` and `videos.update`. */
export interface VideoMetadata {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly categoryId: string
  readonly privacyStatus: string
  readonly publishAt: Date | null
  readonly madeForKids: boolean | null
  readonly containsSyntheticMedia: boolean | null
  readonly embeddable: boolean
  readonly license: string
  readonly publicStatsViewable: boolean
  readonly defaultLanguage: string | null
  /** Recording date in the format of the request. Null if the request had no date. */
  readonly recordingDate: string | null
  readonly hasPaidProductPlacement: boolean | null
}

/** A resumable upload, from its start on. */
export interface UploadSession {
  readonly id: string
  readonly channelId: string
  readonly metadata: VideoMetadata
  readonly parts: readonly string[]
  readonly contentType: string
  readonly notifySubscribers: boolean
  readonly startedAt: Date
  /** Size of the whole video in bytes. Null until a request states the size. */
  totalBytes: number | null
  /** Number of bytes stored so far, counted from the start of the video. */
  received: number
  /** Hash of the bytes stored so far. */
  hash: Hash
  /**
   * Number of the newest request of this upload. An older request whose body is still arriving
   * stores no more bytes.
   */
  turn: number
  expired: boolean
  /**
   * Stored bytes to which the next planned rewind returns. Null until a piece arrives while
   * rewinds are planned.
   */
  anchor: { readonly received: number; readonly hash: Hash } | null
  /** Number of pieces received since `anchor` was set or last restored. */
  piecesSinceAnchor: number
  videoId: string | null
}

/** An uploaded video. The emulator keeps only the size and hash of the file. */
export interface Video {
  readonly id: string
  readonly channelId: string
  /** Metadata of the video. `videos.update` replaces this object. */
  metadata: VideoMetadata
  readonly uploadedAt: Date
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string
  readonly notifySubscribers: boolean
  /** Number of times the owner queried the video with `videos.list`. */
  polls: number
  /** Processing outcome set by a control operation. Null for normal processing. */
  outcome: 'PROCESSED' | 'FAILED' | 'REJECTED' | null
  /**
   * Reason for failure or rejection, for example `codec` or `duplicate`. Null for the default
   * reason.
   */
  reason: string | null
  views: number
  likes: number
}

/** Activity on a video on one day, by the names of the YouTube Analytics API. */
export type Activity = Readonly<Record<string, number>>

/** A comment on a video, or a reply to another comment. */
export interface Comment {
  readonly id: string
  /** Id of the parent comment. Null for the top-level comment of a thread. */
  readonly parentId: string | null
  readonly videoId: string
  /** Id of the channel that owns the video. */
  readonly channelId: string
  /** Id of the author's channel. */
  readonly authorId: string
  text: string
  readonly publishedAt: Date
  updatedAt: Date
  moderationStatus: 'published' | 'heldForReview' | 'likelySpam' | 'rejected'
}
