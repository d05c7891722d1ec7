import type { Hash } from 'node:crypto'

/** What a person pays X for. */
export type Subscription = 'None' | 'Basic' | 'Premium' | 'PremiumPlus'

/** A person on X. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly subscription: Subscription
  /** False for people who do not let others tag them in pictures: such tags are dropped without a word. */
  readonly allowsTags: boolean
  /** False for people whose messages are closed, or encrypted. */
  receivesMessages: boolean
  readonly communities: Set<string>
  readonly createdAt: Date
}

/** A code that a person's approval gave. */
export interface Grant {
  readonly code: string
  readonly personId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string
  readonly expiresAt: Date
  used: boolean
}

/** One pair of tokens. */
export interface Access {
  readonly personId: string
  readonly scopes: readonly string[]
  /** Counts the sign-in: a spent refresh token that comes again ends all tokens of it. */
  readonly family: number
  readonly accessToken: string
  /** Null without `offline.access`. */
  readonly refreshToken: string | null
  expiresAt: Date
  refreshUsed: boolean
  revoked: boolean
}

/** How far a file has come. */
export type UploadStage = 'RECEIVING' | 'PENDING' | 'IN_PROGRESS' | 'READY' | 'FAILED'

/** One piece of a file, as it came. */
export interface Segment {
  readonly bytes: number
  readonly sum: string
  readonly head: Uint8Array
  /** The sum of the whole up to the end of this piece; null when an earlier one was not there yet. */
  readonly hash: Hash | null
}

/** A file on its way, or there. */
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
  /** Hexadecimal; nothing of the file itself is kept. */
  sha256: string | null
  altText: string | null
  failure: string | null
  /** True once it is on a post: it can no longer be described. */
  isUsed: boolean
}

/** A question under a post. */
export interface Poll {
  readonly id: string
  readonly options: readonly string[]
  readonly minutes: number
}

/** A post, or a repost of one. */
export interface Post {
  readonly id: string
  readonly authorId: string
  readonly kind: 'POST' | 'REPOST'
  /** As it was sent, before addresses are shortened. */
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
  /** Ids of all versions, the first one first. */
  readonly history: readonly string[]
  isHidden: boolean
  readonly likedBy: Set<string>
  impressions: number
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

/** What a request cost. */
export interface Bill {
  readonly at: Date
  /** Method and pattern of the route. */
  readonly route: string
  /** What was charged: `POST_READ`, `POST_CREATE` … */
  readonly what: string
  readonly count: number
  /** Thousandths of a dollar. */
  readonly units: number
}
