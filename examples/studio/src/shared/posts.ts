/** An uploaded file. */
export interface UploadInfo {
  readonly id: string
  readonly name: string
  readonly kind: 'IMAGE' | 'VIDEO'
  readonly bytes: number
}

/** A file of a post. */
export interface PostMedia extends UploadInfo {
  readonly altText: string
}

/** Post to publish, as sent by the page. */
export interface Draft {
  readonly accountId: string
  readonly text: string
  readonly media: readonly { readonly uploadId: string; readonly altText: string }[]
  /** ISO text with an offset. Null for now. */
  readonly publishAt: string | null
  readonly options: Readonly<Record<string, unknown>>
  /** Texts of the parts after the first, for a thread of posts. */
  readonly more?: readonly string[]
  /** Created by the page, so that a double click publishes once. */
  readonly idempotencyKey: string
  /** Shared by the posts of one composition. */
  readonly groupId?: string
}

/**
 * State of a post:
 * - `SENDING`: publishing is in progress, or resumes when the server restarts.
 * - `WAITING`: the studio holds the post until its publish time.
 * - `STOPPED`: a person cancelled it during publishing.
 * - `DRAFTED`: the post is in the person's drafts at the network.
 * - `UNKNOWN`: it is not known whether the post was published.
 */
export type PostStatus =
  | 'SENDING'
  | 'WAITING'
  | 'STOPPED'
  | 'DONE'
  | 'SCHEDULED'
  | 'PROCESSING'
  | 'WAITING_FOR_PERSON'
  | 'DRAFTED'
  | 'FAILED'
  | 'UNKNOWN'

/** One post of the studio. */
export interface PostInfo {
  readonly id: string
  readonly accountId: string
  readonly text: string
  readonly media: readonly PostMedia[]
  readonly publishAt: string | null
  readonly createdAt: string
  readonly status: PostStatus
  /** The network's id. Null until it is known. */
  readonly postId: string | null
  readonly url: string | null
  /** Error message with the required action. */
  readonly problem: string | null
  /** Recommended action after an error, from the library's `whatNext`. Null without an error. */
  readonly next: NextStep | null
  /** Warning about a published post. Null if there is none. */
  readonly notice: string | null
  /** Group of the posts of one composition. A single post has its own id here. */
  readonly groupId: string
  /** Texts of the parts after the first. Empty for a single post. */
  readonly more: readonly string[]
  /** Published parts of a thread, in order. */
  readonly partsOut: readonly PartInfo[]
}

/** A published part of a thread of posts. */
export interface PartInfo {
  readonly id: string
  readonly url: string | null
}

/** Recommended action after an error. */
export interface NextStep {
  readonly todo: 'RETRY' | 'SIGN_IN_AGAIN' | 'CHANGE_POST' | 'LOOK_AT_ACCOUNT' | 'GIVE_UP'
  /** ISO text: earliest time for a retry. Null if unknown. */
  readonly notBefore: string | null
}

/** Upload progress of a post's files. */
export interface ProgressInfo {
  readonly id: string
  readonly sentBytes: number
  readonly totalBytes: number
}
