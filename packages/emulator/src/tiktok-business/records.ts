/** A TikTok account, business or personal. */
export interface Person {
  readonly openId: string
  readonly username: string
  displayName: string
  readonly isBusiness: boolean
  /** Stable id of this person as a commenter: similar to base64, with a leading `+`. */
  readonly uniqueIdentifier: string
}

/** Authorization code after a person's approval. */
export interface Grant {
  readonly code: string
  readonly openId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
  used: boolean
}

/** A pair of tokens. */
export interface Access {
  readonly openId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly refreshToken: string
  expiresAt: Date
  /** Counted from the sign-in: a refresh does not extend it. */
  refreshExpiresAt: Date
  /** True after the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** A video of an account. */
export interface Video {
  readonly id: string
  readonly openId: string
  readonly caption: string
  readonly createdAt: Date
  /** Only public videos are listed. */
  isPublic: boolean
}

/** A comment, or a reply to one. */
export interface Comment {
  readonly id: string
  readonly videoId: string
  /** Parent comment. Null for a comment on the video. */
  readonly parentId: string | null
  /** User name of the author, with or without an account here. */
  readonly by: string
  readonly text: string
  readonly createdAt: Date
  likes: number
  isLiked: boolean
  isPinned: boolean
  status: 'PUBLIC' | 'HIDDEN'
  /** True if hidden by moderation or as spam: showing it again succeeds without an effect. */
  isModerated: boolean
}

/** Event types that an app can subscribe to. */
export type EventType = 'COMMENT' | 'VIDEO' | 'DIRECT_MESSAGE' | 'BRAND_MENTION'

/** Target URL of events of one type. */
export interface Subscription {
  callbackUrl: string
  /** Video ids that report events. Ids are only added, never removed. */
  readonly itemList: Set<string>
}
