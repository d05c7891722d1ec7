import type { Hash } from 'node:crypto'

/** Subscription of a person. */
export type Subscription = 'None' | 'Basic' | 'Premium' | 'PremiumPlus'

/** A person on X. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly subscription: Subscription
  /** False for people who do not allow tags in pictures. The server omits such tags without an error. */
  readonly allowsTags: boolean
  /** False for people whose messages are closed or encrypted. */
  receivesMessages: boolean
  readonly communities: Set<string>
  readonly createdAt: Date
}

/** Authorization code after a person's approval. */
export interface Grant {
  readonly code: string
  readonly personId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string
  readonly expiresAt: Date
  used: boolean
}

/** A pair of tokens. */
export interface Access {
  readonly personId: string
  readonly scopes: readonly string[]
  /**
   * Number of the sign-in that created the tokens. Reuse of a refresh token revokes all tokens
   * with the same number.
   */
  readonly family: number
  readonly accessToken: string
  /** Refresh token of the pair. Null without the scope `offline.access`. */
  readonly refreshToken: string | null
  expiresAt: Date
  refreshUsed: boolean
  revoked: boolean
}

/** State of an upload. */
export type UploadStage = 'RECEIVING' | 'PENDING' | 'IN_PROGRESS' | 'READY' | 'FAILED'

/** One received piece of a file. */
export interface Segment {
  readonly bytes: number
  readonly sum: string
  readonly head: Uint8Array
  /**
   * Hash of the file from its start to the end of this chunk. Null if an earlier chunk is missing.
   */
  readonly hash: Hash | null
}

/** An upload in progress or completed. */
export interface Upload {
  readonly id: string
  readonly personId: string
  readonly additionalOwners: readonly string[]
  readonly mediaType: string
  readonly category: string
  readonly totalBytes: number
  readonly segments: Map<number, Segment>
  stage: UploadStage
  finalizedAt: Date | null
  readonly expiresAt: Date
  /** Hexadecimal SHA-256 of the file. The server does not store the bytes. */
  sha256: string | null
  altText: string | null
  failure: string | null
  /** True if the file is attached to a post. Its description can then no longer change. */
  isUsed: boolean
}

/** A poll of a post. */
export interface Poll {
  readonly id: string
  readonly options: readonly string[]
  readonly minutes: number
}

/** A post or a repost. */
export interface Post {
  readonly id: string
  readonly authorId: string
  readonly kind: 'POST' | 'REPOST'
  /** Text as the client sent it, with unshortened URLs. */
  readonly text: string
  readonly createdAt: Date
  readonly conversationId: string
  readonly repliedToId: string | null
  readonly quotedId: string | null
  readonly repostedId: string | null
  readonly mediaIds: readonly string[]
  readonly taggedIds: readonly string[]
  readonly poll: Poll | null
  readonly replySettings: string
  readonly communityId: string | null
  readonly paidPartnership: boolean
  readonly madeWithAi: boolean
  /** Ids of all versions, oldest first. */
  readonly history: readonly string[]
  isHidden: boolean
  readonly likedBy: Set<string>
  impressions: number
  /** Metrics that only the author sees, by X's names. */
  readonly clicks: { url_link_clicks: number; user_profile_clicks: number; engagements: number }
}

/** A private message. */
export interface Message {
  readonly id: string
  readonly conversationId: string
  readonly senderId: string
  readonly participantIds: readonly string[]
  readonly text: string | null
  readonly mediaId: string | null
  readonly createdAt: Date
  readonly deletedBy: Set<string>
}

/** Cost of a request. */
export interface Bill {
  readonly at: Date
  /** Method and pattern of the route. */
  readonly route: string
  /** Charged item: `POST_READ`, `POST_CREATE` … */
  readonly what: string
  readonly count: number
  /** Amount in thousandths of a dollar. */
  readonly units: number
}
