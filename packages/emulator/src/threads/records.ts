import type { FetchedFile } from '../meta/fetch-file.js'

/** An account. */
export interface Account {
  /** App-scoped. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly isPrivate: boolean
  readonly geoGating: boolean
}

/** A post, or a reply. */
export interface Post {
  readonly id: string
  /** The account's id; of people who have no account here, one that was made up. */
  readonly owner: string
  readonly username: string
  readonly mediaType: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' | 'REPOST_FACADE'
  readonly text: string | null
  readonly createdAt: Date
  readonly shortcode: string
  readonly file: FetchedFile | null
  readonly children: readonly string[]
  /** The parameters it was made with. */
  readonly given: Readonly<Record<string, string>>
  readonly isPiece: boolean
  /** The post this answers, and the one at the top; null for a post of its own. */
  readonly replyTo: string | null
  readonly root: string | null
  readonly repostOf: string | null
  /** Null where replies need no approval. */
  approval: 'pending' | 'ignored' | 'approved' | null
  hidden: boolean
  likes: number
  reposts: number
}
