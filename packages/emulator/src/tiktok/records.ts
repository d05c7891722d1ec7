import type { Hash } from 'node:crypto'

/** Who may see a post. */
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
  /** A private account has other privacy levels to choose from. */
  isPrivate: boolean
  /** True when TikTok lets the person post nothing. */
  isBanned: boolean
}

/** A code that a person's approval gave. */
export interface Grant {
  readonly code: string
  readonly openId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Hexadecimal SHA-256 of the verifier; null without PKCE. */
  readonly challenge: string | null
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
  readonly refreshExpiresAt: Date
  /** True once the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** Where a video goes. */
export type Destination = 'PROFILE' | 'DRAFTS'

/** How far a video has come. */
export type Stage = 'UPLOADING' | 'PROCESSING' | 'IN_INBOX' | 'COMPLETE' | 'FAILED'

/** A video on its way: everything behind one publish id. */
export interface Publication {
  readonly publishId: string
  readonly openId: string
  readonly destination: Destination
  /** `post_info` as it was sent; `{}` for drafts. */
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
  /** How many there were from when on, oldest first. */
  readonly arrivals: { readonly at: Date; readonly bytes: number }[]
  /** Of the pieces that arrived whole; nothing of the video itself is kept. */
  hash: Hash
  /** Hexadecimal, once all of it is there. */
  sha256: string | null
  isVideo: boolean
  stage: Stage
  uploadedAt: Date | null
  completedAt: Date | null
  failReason: string | null
  /** Public posts made of it: 19 digits each. */
  postIds: readonly string[]
}
