/** A person on Pinterest. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly accountType: 'PINNER' | 'BUSINESS'
  readonly businessName: string | null
  /** True if Pinterest marks the account as spam: all its writes fail. */
  isFlagged: boolean
}

/** Authorization code after a person's approval. */
export interface Grant {
  readonly code: string
  readonly personId: string
  readonly redirectUri: string
  readonly expiresAt: Date
  used: boolean
}

/** A pair of tokens. */
export interface Access {
  readonly personId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  /** Null for an older app without continuous refresh. */
  readonly refreshToken: string | null
  expiresAt: Date
  refreshExpiresAt: Date
  /** True after the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** Visibility of a board. */
export type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET'

/** A section of a board. */
export interface Section {
  readonly id: string
  name: string
}

/** A board with its sections. */
export interface Board {
  readonly id: string
  readonly ownerId: string
  /** Ids of the collaborators. */
  readonly collaboratorIds: Set<string>
  name: string
  description: string | null
  privacy: Privacy
  readonly createdAt: Date
  pinsModifiedAt: Date
  sections: Section[]
}

/** Processing state of a video. */
export type MediaStatus = 'registered' | 'processing' | 'succeeded' | 'failed'

/** A video upload. */
export interface Upload {
  readonly id: string
  readonly personId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly registeredAt: Date
  status: MediaStatus
  uploadedAt: Date | null
  bytes: number
  /** Hexadecimal hash of the complete file. The bytes are not stored. */
  sha256: string | null
  contentType: string | null
  isVideo: boolean
}

/** A stored picture. */
export interface Picture {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  /** Source URL. Null if it was sent in the request. */
  readonly from: string | null
  readonly title: string | null
  readonly description: string | null
  readonly link: string | null
}

/** Media of a pin. */
export type PinMedia =
  | { readonly kind: 'PICTURES'; pictures: readonly Picture[] }
  | {
      readonly kind: 'VIDEO'
      readonly mediaId: string
      readonly cover: Picture | null
      readonly keyFrame: number | null
    }

/** Statistics of a pin. */
export interface PinNumbers {
  impression: number
  pinClick: number
  clickthrough: number
  reaction: number
  comment: number
  save: number
}

/** A pin. */
export interface Pin {
  readonly id: string
  readonly personId: string
  boardId: string
  sectionId: string | null
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  readonly dominantColor: string | null
  readonly media: PinMedia
  readonly createdAt: Date
  /** True for pins of the sandbox and of an app with trial access: only the owner can see them. */
  readonly ownerOnly: boolean
  numbers: PinNumbers
}
