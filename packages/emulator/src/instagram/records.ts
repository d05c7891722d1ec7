import type { FetchedFile } from '../meta/fetch-file.js'

/** An Instagram account: business, creator or personal. */
export interface Account {
  /** Id of the professional account. Paths and webhook events contain this id. */
  readonly userId: string
  /** Id of the account for this app only. The professional account id differs. */
  readonly appScopedId: string
  readonly username: string
  readonly name: string
  readonly accountType: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL'
  readonly noTrialReels: boolean
  /** True if the account sends webhook events to the app. */
  subscribed: boolean
}

/** Published media: a post, reel or story, or an item of a carousel. */
export interface Media {
  readonly id: string
  readonly owner: string
  /** Id of the container from which the media was published. */
  readonly containerId: string
  readonly mediaType: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  readonly productType: 'FEED' | 'REELS' | 'STORY'
  readonly caption: string | null
  readonly createdAt: Date
  readonly shortcode: string
  readonly file: FetchedFile | null
  readonly children: readonly string[]
  /** Parameters with which the client created the container. */
  readonly given: Readonly<Record<string, string>>
  /** True for an item of a carousel. Lists of media omit carousel items. */
  readonly isPiece: boolean
  commentsEnabled: boolean
  likes: number
}

/** A private message that replies to a comment. */
export interface PrivateReply {
  readonly id: string
  readonly commentId: string
  /** Id of the recipient, who wrote the comment. */
  readonly to: string
  readonly text: string
  readonly sentAt: Date
}

/** A comment on media, or a reply to another comment. */
export interface Comment {
  readonly id: string
  readonly mediaId: string
  /** Id of the top-level comment to which this reply belongs. Null for a top-level comment. */
  readonly parentId: string | null
  readonly from: { readonly id: string; readonly username: string }
  readonly text: string
  readonly createdAt: Date
  hidden: boolean
}
