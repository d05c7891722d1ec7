/** A TikTok account, business or personal. */
export interface Person {
  readonly openId: string
  readonly username: string
  displayName: string
  readonly isBusiness: boolean
  /** Stable id of this person as a commenter: base64-like, beginning with `+`. */
  readonly uniqueIdentifier: string
}

/** A code that a person's approval gave. */
export interface Grant {
  readonly code: string
  readonly openId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
  used: boolean
}

/** One pair of tokens. */
export interface Access {
  readonly openId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly refreshToken: string
  expiresAt: Date
  /** Counted from the sign-in: renewing does not extend it. */
  refreshExpiresAt: Date
  /** True once the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** A video on an account. */
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
  /** The comment it answers; null for a comment on the video. */
  readonly parentId: string | null
  /** Username of the author, who need not be anyone this network knows. */
  readonly by: string
  readonly text: string
  readonly createdAt: Date
  likes: number
  isLiked: boolean
  isPinned: boolean
  status: 'PUBLIC' | 'HIDDEN'
  /** Hidden by moderation or as spam: showing it again succeeds and changes nothing. */
  isModerated: boolean
}

/** The events an app can subscribe to. */
export type EventType = 'COMMENT' | 'VIDEO' | 'DIRECT_MESSAGE' | 'BRAND_MENTION'

/** Where events of one type go. */
export interface Subscription {
  callbackUrl: string
  /** Only grows: once set, no other video reports. */
  readonly itemList: Set<string>
}
