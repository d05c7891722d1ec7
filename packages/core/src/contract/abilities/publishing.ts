import type { GenericSchema } from 'valibot'

import type { RawData } from '../../errors/index.js'
import type { Limits, Message, Post, PostResult, Receipt } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, ClaimCall, PublishCall } from '../calls.js'
import type { Ability } from './ability.js'

/** Changes that `account.editPost` makes to a post. Omitted fields stay unchanged. */
export interface PostEditInput {
  /** The complete new text. */
  readonly text?: string | null | undefined
  /** Settings that only this network has. Only the given settings change. */
  readonly options?: object | null | undefined
}

/** Operations on the account's own posts, except `post` and `postThread`. */
export interface PublishingOperations {
  /** Queries the publish state of a post. Do not query a post in the state `WAITING_FOR_PERSON`. */
  checkState(postId: string, options?: CallOptions): Promise<PostResult>
  /**
   * Returns true while a scheduled post is pending at the network, false once the post is published or cancelled.
   * `postId` is the id that `post` returned.
   */
  isScheduled(postId: string, options?: CallOptions): Promise<boolean>
  /**
   * Cancels a scheduled post.
   * @throws NotFoundError when the post is already published or cancelled.
   */
  cancelScheduled(postId: string, options?: CallOptions): Promise<void>
  /**
   * Deletes a post.
   * @throws PostGoneError when the post does not exist.
   */
  deletePost(postId: string, options?: CallOptions): Promise<void>
  /**
   * Edits the text or settings of a published post. All other content stays, including media and polls. The network
   * may give the post a new id.
   * @throws PostGoneError when the post does not exist.
   * @throws InvalidPostError when the edit changes nothing.
   */
  editPost(postId: string, edit: PostEditInput, options?: PublishOptions): Promise<PostResult>
}

/**
 * Publishes posts. `postOptions` is the schema of `Post.options`, and defines the accepted option names. Before its
 * first visible request, `publish` runs `checkPost` with the network's limits, then the platform's own checks.
 */
export interface CanPublish<S extends GenericSchema = GenericSchema> {
  readonly postOptions: S
  publish(post: Post<never>, call: PublishCall): Promise<PostResult>
}

/** Position of a part in its thread. */
export interface ThreadPart {
  /** Index of the part, counted from 0. */
  readonly index: number
  /** All parts of the thread, including this part. */
  readonly posts: readonly Post<never>[]
  /** True if the client has a `mediaHost`, so that local files can be served at a public URL. */
  readonly canHostMedia: boolean
}

/**
 * Publishes several posts as one thread. Each part is published with `publish`, whose result must be `DONE`. Every
 * part except the first has the previous part as its `replyTo`.
 */
export interface CanPostThreads {
  /**
   * Checks one part by the rules of `publish` before anything is published. Sends only requests that read. Only the
   * first part can have a `replyTo`, because the ids of the other parts are not known yet.
   */
  checkThreadPart(post: Post<never>, part: ThreadPart, call: Call): Promise<void>
}

/** Queries the publish state of a post. */
export type CanCheckState = Ability<PublishingOperations, 'checkState'>

/** Manages scheduled posts by the id that `publish` returned. The network may give the published post another id. */
export type CanManageScheduled = Ability<PublishingOperations, 'isScheduled' | 'cancelScheduled'>

/** Changes to a post. */
export interface PostEdit {
  /** The complete new text. Null leaves the text unchanged. */
  readonly text: string | null
  /**
   * Settings to change that only this network has, exactly as the application passed them. An empty object changes
   * no setting.
   */
  readonly options: RawData
}

/** Edits published posts. Media, their descriptions, polls and all other content stay unchanged. */
export interface CanEditPosts {
  editPost(postId: string, edit: PostEdit, call: PublishCall): Promise<PostResult>
}

/** Deletes posts. */
export type CanDeletePosts = Ability<PublishingOperations, 'deletePost'>

/**
 * Measures the length of a text by the network's own rules, without a request. Called if the limits have
 * `textCountedIn: 'NETWORK'`.
 */
export interface CanMeasureText {
  measureText(text: string, context: { readonly options: RawData; readonly limits: Limits }): number
}

/** Result of `reconcile`: whether a post, message or reply whose response was lost was published. */
export type Reconciled =
  /**
   * The operation took effect. `result` is the post result or the message, or null for a reply that the network does
   * not return.
   */
  | { readonly state: 'FOUND'; readonly result: PostResult | Message | null }
  /** There is proof that nothing was published and nothing will be. A search that finds nothing is not a proof. */
  | { readonly state: 'NOT_PUBLISHED' }
  /**
   * The outcome is unknown. `retryAfter` is the number of seconds until the next query. Without `retryAfter` a
   * person must decide. Omit it only after a successful query at or after the end of the period in which the post
   * may appear.
   */
  | { readonly state: 'UNKNOWN'; readonly retryAfter?: number | null | undefined }

/** The call of `reconcile`, with the operation and the idempotency key whose outcome is queried. */
export interface ReconcileCall extends Call, ClaimCall {
  /**
   * Operation whose outcome is queried: `post`, `reply`, `editPost`, `sendMessage`, `startConversation` or
   * `replyToUpdate` or `comment`.
   */
  readonly operation: string
  readonly idempotencyKey: string
}

/**
 * Finds out whether an operation whose response was lost was published. Sends only requests that read, if necessary
 * several times within the call's deadline. If a query fails, the platform throws its error, and the caller retries.
 */
export interface CanReconcile {
  reconcile(receipt: Receipt, call: ReconcileCall): Promise<Reconciled>
}

/** Intersection of all publishing abilities. */
export type PublishingAbilities = Omit<CanPublish, 'postOptions'> &
  CanPostThreads &
  CanCheckState &
  CanManageScheduled &
  CanEditPosts &
  CanDeletePosts &
  CanMeasureText &
  CanReconcile
