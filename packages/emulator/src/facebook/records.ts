import type { Hash } from 'node:crypto'

/** A person. The id is valid only for this app, as on Facebook. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Ids of the pages on which the person has a role. */
  readonly pages: Set<string>
}

export interface Page {
  readonly id: string
  readonly name: string
  readonly category: string
  /** Webhook fields to which the page is subscribed. Initially empty. */
  readonly subscribed: Set<string>
}

export interface Post {
  readonly id: string
  readonly pageId: string
  message: string
  readonly link: string | null
  readonly photos: readonly string[]
  readonly videoId: string | null
  createdAt: Date
  published: boolean
  /**
   * Time at which a scheduled post is published. Null for a post without a schedule, and after
   * publication.
   */
  scheduledFor: Date | null
  /** True for a post made through this app. The API refuses to edit or delete other posts. */
  readonly isOurs: boolean
  readonly extra: Readonly<Record<string, string>>
  isHidden: boolean
  shares: number
}

export interface Photo {
  readonly id: string
  readonly pageId: string
  readonly createdAt: Date
  readonly altText: string | null
  readonly bytes: number
  readonly sha256: string
  /**
   * If true, a photo that no post uses is kept, so that a scheduled post can use the photo later.
   * Otherwise the server deletes an unused photo after a day.
   */
  readonly temporary: boolean
  postId: string | null
}

/** The file of a video post, a reel or a video story. */
export interface Video {
  readonly id: string
  readonly pageId: string
  readonly kind: 'VIDEO' | 'REEL' | 'STORY'
  readonly createdAt: Date
  /** Size of the whole file in bytes, as declared by the client. Null if not declared. */
  size: number | null
  uploadedBytes: number
  hash: Hash
  sha256: string | null
  description: string
  title: string | null
  /** Time of the API call that finished the upload. Null before this call. */
  finishedAt: Date | null
  publish: 'PUBLISHED' | 'DRAFT' | 'SCHEDULED' | 'NOT_YET'
  /** Value of `video_status` set by a control operation. Null to compute the status. */
  word: string | null
  /**
   * URL from which the server will fetch the file, and the time of the fetch. Null if no fetch is
   * planned.
   */
  fetching: { readonly url: string; readonly at: Date } | null
  /**
   * True if the upload failed because it expired or because the server could not fetch the file.
   */
  isLost: boolean
  problem: string | null
  postId: string | null
}

/** A comment on a post or video, or a reply to another comment. */
export interface Comment {
  readonly id: string
  /** Id of the post or video that holds the comment. */
  readonly objectId: string
  readonly pageId: string
  readonly parentId: string | null
  readonly from: { readonly id: string; readonly name: string }
  message: string
  /** URL of the picture of the comment. Null without a picture. */
  readonly picture: string | null
  readonly createdAt: Date
  hidden: boolean
}

export interface Story {
  readonly postId: string
  readonly pageId: string
  readonly mediaType: 'photo' | 'video'
  readonly mediaId: string
  readonly createdAt: Date
}
