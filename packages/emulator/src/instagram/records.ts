import type { FetchedFile } from '../meta/fetch-file.js'

/** An account, professional or not. */
export interface Account {
  /** The professional account id: in paths and in webhooks. */
  readonly userId: string
  /** The app-scoped id, which is another one. */
  readonly appScopedId: string
  readonly username: string
  readonly name: string
  readonly accountType: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL'
  readonly noTrialReels: boolean
  /** True once the account was subscribed: it then gets every field of the app. */
  subscribed: boolean
}

/** Something that is out. */
export interface Media {
  readonly id: string
  readonly owner: string
  /** Null for a piece of a carousel, which has none of its own. */
  readonly containerId: string
  readonly mediaType: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  readonly productType: 'FEED' | 'REELS' | 'STORY'
  readonly caption: string | null
  readonly createdAt: Date
  readonly shortcode: string
  readonly file: FetchedFile | null
  readonly children: readonly string[]
  /** The parameters it was made with. */
  readonly given: Readonly<Record<string, string>>
  /** True for a piece of a carousel: it shows in no list. */
  readonly isPiece: boolean
  commentsEnabled: boolean
  likes: number
}

/** A private message that answers a comment. */
export interface PrivateReply {
  readonly id: string
  readonly commentId: string
  /** The id of whoever gets it. */
  readonly to: string
  readonly text: string
  readonly sentAt: Date
}

/** A comment, or an answer to one. */
export interface Comment {
  readonly id: string
  readonly mediaId: string
  /** The top comment this answers; null for a top comment. */
  readonly parentId: string | null
  readonly from: { readonly id: string; readonly username: string }
  readonly text: string
  readonly createdAt: Date
  hidden: boolean
}
