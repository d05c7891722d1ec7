import type { Hash } from 'node:crypto'

/** Visibility of a post. */
export type PrivacyLevel =
  | 'PUBLIC_TO_EVERYONE'
  | 'MUTUAL_FOLLOW_FRIENDS'
  | 'FOLLOWER_OF_CREATOR'
  | 'SELF_ONLY'

/** A person on TikTok. */
export interface Person {
  readonly openId: string
  readonly username: string
  displayName: string
  /** A private account has other privacy levels. */
  isPrivate: boolean
  /** True if TikTok forbids the person to post. */
  isBanned: boolean
}

/** Authorization code after a person's approval. */
export interface Grant {
  readonly code: string
  readonly openId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Hexadecimal SHA-256 of the verifier. Null without PKCE. */
  readonly challenge: string | null
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
  readonly refreshExpiresAt: Date
  /** True after the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** Destination of a video. */
export type Destination = 'PROFILE' | 'DRAFTS'

/** State of a video. */
export type Stage = 'UPLOADING' | 'PROCESSING' | 'IN_INBOX' | 'COMPLETE' | 'FAILED'

/** A video upload with its publish id. */
export interface Publication {
  readonly publishId: string
  readonly openId: string
  readonly destination: Destination
  /** `post_info` as sent. `{}` for drafts. */
  readonly postInfo: Readonly<Record<string, unknown>>
  readonly privacyLevel: PrivacyLevel | null
  readonly bytes: number
  readonly pieceBytes: number
  readonly pieceCount: number
  readonly uploadId: string
  readonly uploadToken: string
  readonly startedAt: Date
  contentType: string | null
  uploadedBytes: number
  /** Number of received bytes by time, oldest first. */
  readonly arrivals: { readonly at: Date; readonly bytes: number }[]
  /** Hash of the complete chunks. The bytes are not stored. */
  hash: Hash
  /** Hexadecimal hash of the complete file. */
  sha256: string | null
  isVideo: boolean
  stage: Stage
  uploadedAt: Date | null
  completedAt: Date | null
  failReason: string | null
  /** Ids of its public posts: 19 digits each. */
  postIds: readonly string[]
}
