import type { FetchedFile } from '../meta/fetch-file.js'

/** An account, professional or not. */
export interface Account {
  /** Professional account id, used in paths and webhooks. */
  readonly userId: string
  /** App-scoped id. Differs from the account id. */
  readonly appScopedId: string
  readonly username: string
  readonly name: string
  readonly accountType: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL'
  readonly noTrialReels: boolean
  /** True after the account was subscribed. It then receives every field of the app. */
  subscribed: boolean
}

/** Published media. */
export interface Media {
  readonly id: string
  readonly owner: string
  /** Null for an item of a carousel. */
  readonly containerId: string
  readonly mediaType: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  readonly productType: 'FEED' | 'REELS' | 'STORY'
  readonly caption: string | null
  readonly createdAt: Date
  readonly shortcode: string
  readonly file: FetchedFile | null
  readonly children: readonly string[]
  /** Parameters of the container. */
  readonly given: Readonly<Record<string, string>>
  /** True for an item of a carousel. Lists do not contain such items. */
  readonly isPiece: boolean
  commentsEnabled: boolean
  likes: number
}

/** A private message in reply to a comment. */
export interface PrivateReply {
  readonly id: string
  readonly commentId: string
  /** Id of the recipient. */
  readonly to: string
  readonly text: string
  readonly sentAt: Date
}

/** A comment, or a reply to one. */
export interface Comment {
  readonly id: string
  readonly mediaId: string
  /** Top-level comment of this reply. Null for a top-level comment. */
  readonly parentId: string | null
  readonly from: { readonly id: string; readonly username: string }
  readonly text: string
  readonly createdAt: Date
  hidden: boolean
}
