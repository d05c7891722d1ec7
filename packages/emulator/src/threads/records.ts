import type { FetchedFile } from '../meta/fetch-file.js'

/** An account. */
export interface Account {
  /** App-scoped id. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly isPrivate: boolean
  readonly geoGating: boolean
}

/** A post, or a reply. */
export interface Post {
  readonly id: string
  /** Account id. For people without an account here, a generated id. */
  readonly owner: string
  readonly username: string
  readonly mediaType: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' | 'REPOST_FACADE'
  readonly text: string | null
  readonly createdAt: Date
  readonly shortcode: string
  readonly file: FetchedFile | null
  readonly children: readonly string[]
  /** Parameters of the container. */
  readonly given: Readonly<Record<string, string>>
  readonly isPiece: boolean
  /** The post that this one replies to. Null for a top-level post. */
  readonly replyTo: string | null
  readonly root: string | null
  readonly repostOf: string | null
  /** Null if replies need no approval. */
  approval: 'pending' | 'ignored' | 'approved' | null
  hidden: boolean
  likes: number
  reposts: number
}
