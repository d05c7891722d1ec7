import type { Hash } from 'node:crypto'

/** Visibility of a post. */
export type PrivacyLevel =
  | 'PUBLIC_TO_EVERYONE'
  | 'MUTUAL_FOLLOW_FRIENDS'
  | 'FOLLOWER_OF_CREATOR'
  | 'SELF_ONLY'

/** A person with a TikTok account. */
export interface Person {
  readonly openId: string
  readonly username: string
  displayName: string
  /** True for a private account. The privacy levels differ from those of a public account. */
  isPrivate: boolean
  /** True if TikTok forbids the person to post. */
  isBanned: boolean
}

/** Authorization code that the app received after a person's approval. */
export interface Grant {
  readonly code: string
  readonly openId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Hexadecimal SHA-256 of the PKCE verifier. Null without PKCE. */
  readonly challenge: string | null
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
  readonly refreshExpiresAt: Date
  /** True if this refresh token was used and replaced. */
  refreshUsed: boolean
  revoked: boolean
}

/** Destination of a video: the profile of the person, or the drafts in the inbox. */
export type Destination = 'PROFILE' | 'DRAFTS'

/** Stage of a video from upload to publication. */
export type Stage = 'UPLOADING' | 'PROCESSING' | 'IN_INBOX' | 'COMPLETE' | 'FAILED'

/** A video upload and its publication, with one publish id. */
export interface Publication {
  readonly publishId: string
  readonly openId: string
  readonly destination: Destination
  /** `post_info` of the request. Empty for a draft. */
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
  /** Total number of bytes received after each chunk, with the time. Oldest first. */
  readonly arrivals: { readonly at: Date; readonly bytes: number }[]
  /** Hash of all chunks that were completely received. The bytes themselves are not stored. */
  hash: Hash
  /** Hexadecimal SHA-256 of the complete file. Null until the upload ends. */
  sha256: string | null
  isVideo: boolean
  stage: Stage
  uploadedAt: Date | null
  completedAt: Date | null
  failReason: string | null
  /** Ids of the public posts made from this video. Each id has 19 digits. */
  postIds: readonly string[]
}
