import type { FetchedFile } from '../meta/fetch-file.js'

/** An account. */
export interface Account {
  /** Account id, which differs for each app. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly isPrivate: boolean
  readonly geoGating: boolean
}

/** A post, or a reply. */
export interface Post {
  readonly id: string
  /**
   * Id of the account that published the post. A generated id for people without an emulated
   * account.
   */
  readonly owner: string
  readonly username: string
  readonly mediaType: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' | 'REPOST_FACADE'
  readonly text: string | null
  readonly createdAt: Date
  readonly shortcode: string
  readonly file: FetchedFile | null
  readonly children: readonly string[]
  /** Parameters with which the container was created. */
  readonly given: Readonly<Record<string, string>>
  readonly isPiece: boolean
  /** Id of the parent post. Null for a top-level post. */
  readonly replyTo: string | null
  readonly root: string | null
  readonly repostOf: string | null
  /** Approval state of a reply. Null if the reply needs no approval. */
  approval: 'pending' | 'ignored' | 'approved' | null
  hidden: boolean
  likes: number
  reposts: number
}
