import type { GenericSchema } from 'valibot'

import type { RawData } from '../../errors/index.js'
import type { Limits, Message, Post, PostResult, Receipt } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, ClaimCall, PublishCall } from '../calls.js'
import type { Ability } from './ability.js'

/** What `account.editPost` takes: what is left out stays as it is. */
export interface PostEditInput {
  /** The new words, whole. */
  readonly text?: string | null | undefined
  /** The network's own settings to change. */
  readonly options?: object | null | undefined
}

/** What an application does with its posts, beside `post` and `postThread`. */
export interface PublishingOperations {
  /** How a post is getting on. Never ask about one in `WAITING_FOR_PERSON`. */
  checkState(postId: string, options?: CallOptions): Promise<PostResult>
  /**
   * Whether a post waits at the network for its moment, by the id that `post` gave; false once it is out, or was
   * cancelled.
   */
  isScheduled(postId: string, options?: CallOptions): Promise<boolean>
  /** Takes a post back that waits at the network for its moment. @throws NotFoundError when it is out already, or was cancelled. */
  cancelScheduled(postId: string, options?: CallOptions): Promise<void>
  /** Deletes a post. @throws PostGoneError when it is not there. */
  deletePost(postId: string, options?: CallOptions): Promise<void>
  /**
   * Changes a post that is out: words, settings or both; what is left out stays, media and polls included. The id can be
   * another one afterwards. @throws PostGoneError when it is not there. @throws InvalidPostError when nothing is changed.
   */
  editPost(postId: string, edit: PostEditInput, options?: PublishOptions): Promise<PostResult>
}

/**
 * Publishes posts. `postOptions` is the schema of `Post.options`; the accepted names are read from it. `publish` refuses
 * what the network would refuse before its first visible request: `checkPost` against its limits, then its own rules.
 */
export interface CanPublish<S extends GenericSchema = GenericSchema> {
  readonly postOptions: S
  publish(post: Post<never>, call: PublishCall): Promise<PostResult>
}

/** Where a part stands in its thread. */
export interface ThreadPart {
  /** From 0. */
  readonly index: number
  /** All parts, this one included. */
  readonly posts: readonly Post<never>[]
  /** True when the client has a `mediaHost`: files can be had from a public address. */
  readonly canHostMedia: boolean
}

/**
 * Takes several posts as one thread. Each part goes out through `publish`, which answers with `DONE`; every part but the
 * first has the part before it as its `replyTo`.
 */
export interface CanPostThreads {
  /**
   * Refuses what `publish` would refuse of one part before anything is sent. Reads only. The id of the part before it is
   * not known yet, so only the first part may have a `replyTo`.
   */
  checkThreadPart(post: Post<never>, part: ThreadPart, call: Call): Promise<void>
}

/** Asks how a post is getting on. */
export type CanCheckState = Ability<PublishingOperations, 'checkState'>

/** Posts that wait at the network for their moment, by the id that `publish` gave: it may not be the one they have later. */
export type CanManageScheduled = Ability<PublishingOperations, 'isScheduled' | 'cancelScheduled'>

/** What a post is changed to. */
export interface PostEdit {
  /** The new words, whole; null leaves them as they are. */
  readonly text: string | null
  /** The network's own settings to change, as the application gave them; empty leaves all of them as they are. */
  readonly options: RawData
}

/** Changes posts that are out. Everything an edit does not name stays: media, their descriptions, polls. */
export interface CanEditPosts {
  editPost(postId: string, edit: PostEdit, call: PublishCall): Promise<PostResult>
}

/** Deletes posts. */
export type CanDeletePosts = Ability<PublishingOperations, 'deletePost'>

/** Counts a text the network's own way. Pure; used where `textCountedIn` is `NETWORK`. */
export interface CanMeasureText {
  measureText(text: string, context: { readonly options: RawData; readonly limits: Limits }): number
}

/** What looking for a lost post, message or answer gave. */
export type Reconciled =
  /** It is out: the post result, the message, or null for an answer of which the network tells nothing. */
  | { readonly state: 'FOUND'; readonly result: PostResult | Message | null }
  /** Proof that nothing came out, and that nothing can any more. "Not seen" is no proof. */
  | { readonly state: 'NOT_PUBLISHED' }
  /**
   * The outcome is unknown. `retryAfter`: seconds after which to query again. Null or left out asks for a person: allowed
   * only after a query that worked, at or after the end of the period in which the post may appear.
   */
  | { readonly state: 'UNKNOWN'; readonly retryAfter?: number | null | undefined }

/** What looking something lost up gets last: which operation it was, and under which key. */
export interface ReconcileCall extends Call, ClaimCall {
  /** `post`, `reply`, `editPost`, `sendMessage`, `startConversation` or `replyToUpdate`. */
  readonly operation: string
  readonly idempotencyKey: string
}

/**
 * Finds out whether something whose response was lost is out. Reads only; may query several times while the call has time.
 * A query that fails is thrown: the caller is asked to call again.
 */
export interface CanReconcile {
  reconcile(receipt: Receipt, call: ReconcileCall): Promise<Reconciled>
}

/** The abilities of this topic. */
export type PublishingAbilities = Omit<CanPublish, 'postOptions'> &
  CanPostThreads &
  CanCheckState &
  CanManageScheduled &
  CanEditPosts &
  CanDeletePosts &
  CanMeasureText &
  CanReconcile
