import type { Hash } from 'node:crypto'

import type { Consent as GoogleConsent, Grant as GoogleGrant } from '../google/records.js'

export type { OAuthClient, Person } from '../google/records.js'

/** A channel, of a person or of somebody who only comments. */
export interface Channel {
  readonly id: string
  readonly title: string
  /** `@adabread`. */
  readonly handle: string
  /** Whose it is; null for a commenter, who cannot sign in. */
  readonly owner: string | null
  readonly createdAt: Date
}

/** What a person allowed an application. */
export interface Consent extends GoogleConsent {
  /** The channels the token is for; with several, posts go to the first. */
  readonly channelIds: readonly string[]
}

/** A code on its way to the application. */
export interface Grant extends GoogleGrant, Consent {}

/** A token that was given out. */
export interface IssuedToken extends Consent {
  readonly token: string
  /** Null for refresh tokens, which have no end of their own. */
  expiresAt: Date | null
  revoked: boolean
}

/** What `videos.insert` and `videos.update` were told of a video. */
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
  /** As it was sent; null when it was not. */
  readonly recordingDate: string | null
  readonly hasPaidProductPlacement: boolean | null
}

/** An upload that was begun. */
export interface UploadSession {
  readonly id: string
  readonly channelId: string
  readonly metadata: VideoMetadata
  readonly parts: readonly string[]
  readonly contentType: string
  readonly notifySubscribers: boolean
  readonly startedAt: Date
  /** Null until a piece says it. */
  totalBytes: number | null
  /** Bytes that are stored, in order from the first. */
  received: number
  /** The sum of those bytes. */
  hash: Hash
  /** Of the newest request; an older one that is still being read stores nothing more. */
  turn: number
  expired: boolean
  /** What was stored when the upload was first to be rewound; null before. */
  anchor: { readonly received: number; readonly hash: Hash } | null
  /** Pieces that came since then. */
  piecesSinceAnchor: number
  videoId: string | null
}

/** A video. Its bytes were counted and summed, and thrown away. */
export interface Video {
  readonly id: string
  readonly channelId: string
  /** What is said of it, which may be changed. */
  metadata: VideoMetadata
  readonly uploadedAt: Date
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string
  readonly notifySubscribers: boolean
  /** How often it was asked for while it was being processed. */
  polls: number
  /** What somebody decided; null while it takes its course. */
  outcome: 'PROCESSED' | 'FAILED' | 'REJECTED' | null
  /** `codec`, `duplicate`: why it failed or was rejected. */
  reason: string | null
  views: number
  likes: number
}

/** A comment, or a reply to one. */
export interface Comment {
  readonly id: string
  /** Null for the first comment of a thread. */
  readonly parentId: string | null
  readonly videoId: string
  /** The channel whose video it is. */
  readonly channelId: string
  /** The channel that wrote it. */
  readonly authorId: string
  readonly text: string
  readonly publishedAt: Date
  moderationStatus: 'published' | 'heldForReview' | 'likelySpam' | 'rejected'
}
