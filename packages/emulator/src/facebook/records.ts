import type { Hash } from 'node:crypto'

/** A person, by their id for this app. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Pages they have a role on. */
  readonly pages: Set<string>
}

/** A page. */
export interface Page {
  readonly id: string
  readonly name: string
  readonly category: string
  /** Webhook fields it is subscribed to; none by itself. */
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
  /** When it goes out by itself; null once it is out. */
  scheduledFor: Date | null
  /** True for posts made through this app: only those can be changed. */
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
  /** True keeps it until its scheduled post goes out; else an unused one is gone after a day. */
  readonly temporary: boolean
  postId: string | null
}

/** A video, a reel, or the video of a story. */
export interface Video {
  readonly id: string
  readonly pageId: string
  readonly kind: 'VIDEO' | 'REEL' | 'STORY'
  readonly createdAt: Date
  /** Bytes it is going to have; null while nobody said. */
  size: number | null
  uploadedBytes: number
  hash: Hash
  sha256: string | null
  description: string
  title: string | null
  /** When its last byte had come and the last call was made; null before. */
  finishedAt: Date | null
  publish: 'PUBLISHED' | 'DRAFT' | 'SCHEDULED' | 'NOT_YET'
  /** Value of `video_status` in place of the real one; null for the real one. */
  word: string | null
  /** The file that is fetched from its address, and when; null once it was fetched, and for other uploads. */
  fetching: { readonly url: string; readonly at: Date } | null
  /** True when the upload was lost: it expired, or its file could not be fetched. */
  isLost: boolean
  problem: string | null
  postId: string | null
}

/** A comment, or an answer to one. */
export interface Comment {
  readonly id: string
  /** The post or video it stands under. */
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
