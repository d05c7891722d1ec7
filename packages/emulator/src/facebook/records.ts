import type { Hash } from 'node:crypto'

/** A person, with the id for this app. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Pages on which the person has a role. */
  readonly pages: Set<string>
}

/** A page. */
export interface Page {
  readonly id: string
  readonly name: string
  readonly category: string
  /** Subscribed webhook fields. Empty by default. */
  readonly subscribed: Set<string>
}

/** A post of a page. */
export interface Post {
  readonly id: string
  readonly pageId: string
  message: string
  readonly link: string | null
  readonly photos: readonly string[]
  readonly videoId: string | null
  createdAt: Date
  published: boolean
  /** Time of automatic publication. Null after publication. */
  scheduledFor: Date | null
  /** True for posts made through this app. Other posts cannot be edited. */
  readonly isOurs: boolean
  readonly extra: Readonly<Record<string, string>>
  isHidden: boolean
  shares: number
}

/** A picture. */
export interface Photo {
  readonly id: string
  readonly pageId: string
  readonly createdAt: Date
  readonly altText: string | null
  readonly bytes: number
  readonly sha256: string
  /**
   * If true, the picture is kept until its scheduled post is published. Otherwise an unused picture is deleted
   * after a day.
   */
  readonly temporary: boolean
  postId: string | null
}

/** A video, a reel, or the video of a story. */
export interface Video {
  readonly id: string
  readonly pageId: string
  readonly kind: 'VIDEO' | 'REEL' | 'STORY'
  readonly createdAt: Date
  /** Declared size in bytes. Null if unknown. */
  size: number | null
  uploadedBytes: number
  hash: Hash
  sha256: string | null
  description: string
  title: string | null
  /** Time at which the upload was complete and the last call was made. Null before. */
  finishedAt: Date | null
  publish: 'PUBLISHED' | 'DRAFT' | 'SCHEDULED' | 'NOT_YET'
  /** Override of `video_status`. Null for the real one. */
  word: string | null
  /** URL of the file to fetch, and its time. Null after the fetch, and for other uploads. */
  fetching: { readonly url: string; readonly at: Date } | null
  /** True if the upload failed: it expired, or its file could not be fetched. */
  isLost: boolean
  problem: string | null
  postId: string | null
}

/** A comment, or a reply to one. */
export interface Comment {
  readonly id: string
  /** The post or video with this comment. */
  readonly objectId: string
  readonly pageId: string
  readonly parentId: string | null
  readonly from: { readonly id: string; readonly name: string }
  message: string
  readonly createdAt: Date
  hidden: boolean
}

/** A story. */
export interface Story {
  readonly postId: string
  readonly pageId: string
  readonly mediaType: 'photo' | 'video'
  readonly mediaId: string
  readonly createdAt: Date
}
