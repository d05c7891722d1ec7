/** A TikTok account, business or personal. */
export interface Person {
  readonly openId: string
  readonly username: string
  displayName: string
  readonly isBusiness: boolean
  /**
   * Id of this person as a commenter, which never changes. The format is base64 with a leading `+`.
   */
  readonly uniqueIdentifier: string
}

/** Authorization code that the app received after a person's approval. */
export interface Grant {
  readonly code: string
  readonly openId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
  used: boolean
}

/** An access token with its refresh token. */
export interface Access {
  readonly openId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly refreshToken: string
  expiresAt: Date
  /**
   * Expiry of the refresh token, counted from the sign-in. A token refresh does not extend this
   * time.
   */
  refreshExpiresAt: Date
  /** True if this refresh token was used and replaced. */
  refreshUsed: boolean
  revoked: boolean
}

export interface Video {
  readonly id: string
  readonly openId: string
  readonly caption: string
  readonly createdAt: Date
  /** True for a public video. The API lists only public videos. */
  isPublic: boolean
  /** Statistics, by TikTok's names. */
  stats: Readonly<Record<string, number>>
}

/** A comment on a video, or a reply to another comment. */
export interface Comment {
  readonly id: string
  readonly videoId: string
  /** Id of the parent comment. Null for a comment on the video. */
  readonly parentId: string | null
  /** User name of the author. The author need not have an account in the emulator. */
  readonly by: string
  readonly text: string
  readonly createdAt: Date
  likes: number
  isLiked: boolean
  isPinned: boolean
  status: 'PUBLIC' | 'HIDDEN'
  /**
   * True if hidden by moderation or as spam. A request to show such a comment succeeds but changes
   * nothing.
   */
  isModerated: boolean
}

/** Types of events to which an app can subscribe. */
export type EventType = 'COMMENT' | 'VIDEO' | 'DIRECT_MESSAGE' | 'BRAND_MENTION'

/** Subscription of the app to the events of one type. */
export interface Subscription {
  callbackUrl: string
  /**
   * Ids of the videos whose events are sent. Empty for all videos. An update of the webhook adds
   * ids to this set.
   */
  readonly itemList: Set<string>
}
