/** A file that was handed over for a post. */
export interface UploadInfo {
  readonly id: string
  readonly name: string
  readonly kind: 'IMAGE' | 'VIDEO'
  readonly bytes: number
}

/** A file on a post. */
export interface PostMedia extends UploadInfo {
  readonly altText: string
}

/** What the page asks to publish. */
export interface Draft {
  readonly accountId: string
  readonly text: string
  readonly media: readonly { readonly uploadId: string; readonly altText: string }[]
  /** ISO text with an offset; null for now. */
  readonly publishAt: string | null
  readonly options: Readonly<Record<string, unknown>>
  /** The words of the parts behind the first, where it is a chain of posts. */
  readonly more?: readonly string[]
  /** Made by the page: pressing the button twice publishes once. */
  readonly idempotencyKey: string
  /** Of the posts that were written as one. */
  readonly groupId?: string
}

/**
 * How a post of the studio is getting on. `SENDING` is ours: it is being published, or will be when the server is back.
 * `WAITING` too: the studio keeps it until its time, for networks that do not. `STOPPED` was cancelled on its way.
 * `DRAFTED` lies in the person's drafts at the network; `UNKNOWN` means that nobody can say whether it is out.
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
  /** The network's id of it, once there is one. */
  readonly postId: string | null
  readonly url: string | null
  /** Why it failed, and what to do. */
  readonly problem: string | null
  /** What comes after the problem, as the library's `whatNext` tells; null without one. */
  readonly next: NextStep | null
  /** What its writer should be told although it worked; null for nothing. */
  readonly notice: string | null
  /** Posts that were written as one have one; a post by itself has its own id. */
  readonly groupId: string
  /** The words of the parts behind the first; none unless it is a chain of posts. */
  readonly more: readonly string[]
  /** The parts of a chain that are out, in order. */
  readonly partsOut: readonly PartInfo[]
}

/** A part of a chain of posts that is out. */
export interface PartInfo {
  readonly id: string
  readonly url: string | null
}

/** What to do about a post that did not work. */
export interface NextStep {
  readonly todo: 'RETRY' | 'SIGN_IN_AGAIN' | 'CHANGE_POST' | 'LOOK_AT_ACCOUNT' | 'GIVE_UP'
  /** ISO text: not before that moment; null where nobody said. */
  readonly notBefore: string | null
}

/** How far the upload of a post's files has come. */
export interface ProgressInfo {
  readonly id: string
  readonly sentBytes: number
  readonly totalBytes: number
}
