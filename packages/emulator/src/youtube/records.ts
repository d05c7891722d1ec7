import type { Hash } from 'node:crypto'

import type { Consent as GoogleConsent, Grant as GoogleGrant } from '../google/records.js'

export type { OAuthClient, Person } from '../google/records.js'

/** A channel, of a person or of a commenter. */
export interface Channel {
  readonly id: string
  readonly title: string
  /** `@adabread`. */
  readonly handle: string
  /** E-mail address of the owner. Null for a commenter, who cannot sign in. */
  readonly owner: string | null
  readonly createdAt: Date
}

/** Permissions that a person grants to an application. */
export interface Consent extends GoogleConsent {
  /** Channels of the token. With several, posts are made on the first. */
  readonly channelIds: readonly string[]
}

/** A grant of an authorization code. */
export interface Grant extends GoogleGrant, Consent {}

/** An issued token. */
export interface IssuedToken extends Consent {
  readonly token: string
  /** Null for refresh tokens, which do not expire. */
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
  /** Date as sent. Null if missing. */
  readonly recordingDate: string | null
  readonly hasPaidProductPlacement: boolean | null
}

/** A started upload. */
export interface UploadSession {
  readonly id: string
  readonly channelId: string
  readonly metadata: VideoMetadata
  readonly parts: readonly string[]
  readonly contentType: string
  readonly notifySubscribers: boolean
  readonly startedAt: Date
  /** Null until a piece contains it. */
  totalBytes: number | null
  /** Number of stored bytes, without gaps from the start. */
  received: number
  /** Hash of the stored bytes. */
  hash: Hash
  /** Number of the newest request. An older request that is still being read stores nothing more. */
  turn: number
  expired: boolean
  /** Stored bytes at the start of planned rewinds. Null before. */
  anchor: { readonly received: number; readonly hash: Hash } | null
  /** Number of pieces since the anchor. */
  piecesSinceAnchor: number
  videoId: string | null
}

/** A video. Its bytes are hashed and discarded. */
export interface Video {
  readonly id: string
  readonly channelId: string
  /** Metadata that can be edited. */
  metadata: VideoMetadata
  readonly uploadedAt: Date
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string
  readonly notifySubscribers: boolean
  /** Number of queries during processing. */
  polls: number
  /** Planned outcome. Null for normal processing. */
  outcome: 'PROCESSED' | 'FAILED' | 'REJECTED' | null
  /** Reason for failure or rejection: `codec`, `duplicate`. */
  reason: string | null
  views: number
  likes: number
}

/** A comment, or a reply to one. */
export interface Comment {
  readonly id: string
  /** Parent comment. Null for the top-level comment of a thread. */
  readonly parentId: string | null
  readonly videoId: string
  /** Channel of the video. */
  readonly channelId: string
  /** Channel of the author. */
  readonly authorId: string
  readonly text: string
  readonly publishedAt: Date
  moderationStatus: 'published' | 'heldForReview' | 'likelySpam' | 'rejected'
}
