/** A person on Pinterest. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly accountType: 'PINNER' | 'BUSINESS'
  readonly businessName: string | null
  /** True when Pinterest takes the account for a spammer: it may write nothing. */
  isFlagged: boolean
}

/** A code that a person's approval gave. */
export interface Grant {
  readonly code: string
  readonly personId: string
  readonly redirectUri: string
  readonly expiresAt: Date
  used: boolean
}

/** One pair of tokens. */
export interface Access {
  readonly personId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  /** Null for an older app that did not ask for continuous refresh. */
  readonly refreshToken: string | null
  expiresAt: Date
  refreshExpiresAt: Date
  /** True once the refresh token was replaced by a newer one. */
  refreshUsed: boolean
  revoked: boolean
}

/** Who sees a board. */
export type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET'

/** A part of a board. */
export interface Section {
  readonly id: string
  name: string
}

/** A board with its sections. */
export interface Board {
  readonly id: string
  readonly ownerId: string
  /** People the owner shares it with. */
  readonly collaboratorIds: Set<string>
  name: string
  description: string | null
  privacy: Privacy
  readonly createdAt: Date
  pinsModifiedAt: Date
  sections: Section[]
}

/** How far a video has come. */
export type MediaStatus = 'registered' | 'processing' | 'succeeded' | 'failed'

/** A video on its way. */
export interface Upload {
  readonly id: string
  readonly personId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly registeredAt: Date
  status: MediaStatus
  uploadedAt: Date | null
  bytes: number
  /** Hexadecimal, once all of it is there; nothing of the video itself is kept. */
  sha256: string | null
  contentType: string | null
  isVideo: boolean
}

/** A picture that Pinterest has taken in. */
export interface Picture {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  /** Where it was fetched from; null when it came with the request. */
  readonly from: string | null
  readonly title: string | null
  readonly description: string | null
  readonly link: string | null
}

/** What a pin shows. */
export type PinMedia =
  | { readonly kind: 'PICTURES'; pictures: readonly Picture[] }
  | {
      readonly kind: 'VIDEO'
      readonly mediaId: string
      readonly cover: Picture | null
      readonly keyFrame: number | null
    }

/** Numbers of a pin. */
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
  /** Pins of an app on trial access, and of the sandbox, are seen by their owner only. */
  readonly ownerOnly: boolean
  numbers: PinNumbers
}
