/** An uploaded file. */
export interface UploadInfo {
  readonly id: string
  readonly name: string
  readonly kind: 'IMAGE' | 'VIDEO'
  readonly bytes: number
}

/** Uploaded file of a post. */
export interface PostMedia extends UploadInfo {
  readonly altText: string
}

/** Post that the page asks the studio to publish. */
export interface Draft {
  readonly accountId: string
  readonly text: string
  readonly media: readonly { readonly uploadId: string; readonly altText: string }[]
  /** Publish time as ISO text with an offset. Null for now. */
  readonly publishAt: string | null
  readonly options: Readonly<Record<string, unknown>>
  /** Texts of the parts after the first, for a thread of posts. */
  readonly more?: readonly string[]
  /** Idempotency key that the page creates, so that a double click publishes once. */
  readonly idempotencyKey: string
  /** Group id that all posts of one composition share. */
  readonly groupId?: string
}

/**
 * State of a post.
 * - `SENDING`: publishing is in progress, or resumes when the server restarts.
 * - `WAITING`: the studio holds the post until its publish time.
 * - `STOPPED`: a person cancelled the post during publishing.
 * - `UNKNOWN`: the studio does not know whether the post was published.
 */
export type PostStatus =
  | 'SENDING'
  | 'WAITING'
  | 'STOPPED'
  | 'DONE'
  | 'SCHEDULED'
  | 'PROCESSING'
  | 'WAITING_FOR_PERSON'
  | 'FAILED'
  | 'UNKNOWN'

/** Post of the studio as shown on the page. */
export interface PostInfo {
  readonly id: string
  readonly accountId: string
  readonly text: string
  readonly media: readonly PostMedia[]
  readonly publishAt: string | null
  readonly createdAt: string
  readonly status: PostStatus
  /** Id that the network assigned. Null until the id is known. */
  readonly postId: string | null
  readonly url: string | null
  /** Error message that includes the required action. Null without an error. */
  readonly problem: string | null
  /** Action that the library's `whatNext` recommends after an error. Null without an error. */
  readonly next: NextStep | null
  /** Warning about a published post. Null without a warning. */
  readonly notice: string | null
  /** Group id that all posts of one composition share. A single post has its own id here. */
  readonly groupId: string
  /** Texts of the parts after the first. Empty for a single post. */
  readonly more: readonly string[]
  /** Parts of a thread that are already published, in order. */
  readonly partsOut: readonly PartInfo[]
}

/** A published part of a thread of posts. */
export interface PartInfo {
  readonly id: string
  readonly url: string | null
}

/** Action that the library recommends after an error. */
export interface NextStep {
  readonly todo: 'RETRY' | 'SIGN_IN_AGAIN' | 'CHANGE_POST' | 'LOOK_AT_ACCOUNT' | 'GIVE_UP'
  /** Earliest time for a retry, as ISO text. Null if the time is unknown. */
  readonly notBefore: string | null
}

/** Upload progress of a post's files. */
export interface ProgressInfo {
  readonly id: string
  readonly sentBytes: number
  readonly totalBytes: number
}
