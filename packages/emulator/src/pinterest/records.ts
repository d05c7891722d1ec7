/** A person with a Pinterest account. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly accountType: 'PINNER' | 'BUSINESS'
  readonly businessName: string | null
  /** True if Pinterest marks the account as spam. All write requests of such an account fail. */
  isFlagged: boolean
}

/** Authorization code that the app received after a person's approval. */
export interface Grant {
  readonly code: string
  readonly personId: string
  readonly redirectUri: string
  readonly expiresAt: Date
  used: boolean
}

/** An access token with its refresh token. */
export interface Access {
  readonly personId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  /** Null if an older app did not request a continuous refresh token. See `alwaysContinuous`. */
  readonly refreshToken: string | null
  expiresAt: Date
  refreshExpiresAt: Date
  /** True if this refresh token was used and replaced. */
  refreshUsed: boolean
  revoked: boolean
}

/** Visibility of a board. */
export type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET'

export interface Section {
  readonly id: string
  name: string
}

export interface Board {
  readonly id: string
  readonly ownerId: string
  /** Person ids of the collaborators. */
  readonly collaboratorIds: Set<string>
  name: string
  description: string | null
  privacy: Privacy
  readonly createdAt: Date
  pinsModifiedAt: Date
  sections: Section[]
}

/** Processing status of a video. */
export type MediaStatus = 'registered' | 'processing' | 'succeeded' | 'failed'

/** A registered video upload, with the file once it is received. */
export interface Upload {
  readonly id: string
  readonly personId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly registeredAt: Date
  status: MediaStatus
  uploadedAt: Date | null
  bytes: number
  /** Hexadecimal SHA-256 of the received file. The bytes are not stored. */
  sha256: string | null
  contentType: string | null
  isVideo: boolean
}

/** A picture of a pin. The bytes are not stored. */
export interface Picture {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  /** URL from which the picture was fetched. Null if the request contained the picture. */
  readonly from: string | null
  readonly title: string | null
  readonly description: string | null
  readonly link: string | null
}

/** Media of a pin: one or more pictures, or a video with its cover. */
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
  /** True if only the owner can see the pin. This applies to the sandbox and to Trial access. */
  readonly ownerOnly: boolean
  numbers: PinNumbers
}
