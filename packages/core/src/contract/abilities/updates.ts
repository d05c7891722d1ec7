import type { MomentInput, Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, PublishCall } from '../calls.js'
import type { Ability } from './ability.js'

/** Options of one poll. */
export interface PollOptions extends CallOptions {
  readonly limit?: number | null | undefined
}

/** Options of starting pushed updates. */
export interface StartUpdatesOptions extends CallOptions {
  /** Kinds of updates that the network should push, by the network's own names. Default: all kinds. */
  readonly kinds?: readonly string[] | null | undefined
}

/** Options of hiding a comment. */
export interface VisibilityOptions extends CallOptions {
  /** False makes the comment visible again. Default: true. */
  readonly hidden?: boolean | undefined
}

/** Operations to receive updates and to respond to them. */
export interface UpdateOperations {
  /** Reads updates since a time, oldest first. If the time is missing, reads one recent page. */
  fetchUpdates(since?: MomentInput | null, options?: CallOptions): Promise<readonly Update[]>
  /**
   * Runs one step of a poll by time. A step reads part of the lists and returns where to resume. Pass the same
   * `since` until `isComplete` is true. `Poller` and `PollerPool` do this automatically.
   *
   * @param progress - `progress` of the previous step; null for the first step.
   */
  fetchUpdateStep(
    since: MomentInput | null,
    progress: string | null,
    options?: CallOptions,
  ): Promise<UpdateStep>
  /**
   * Reads updates after a marker. Null reads the latest page.
   * @throws ConfigError for a marker of another network.
   */
  fetchUpdatesAfter(marker: string | null, options?: PollOptions): Promise<UpdateBatch>
  /**
   * Marks the updates up to a marker as seen at the network.
   * @throws ConfigError for a marker of another network.
   */
  markSeen(marker: string, options?: CallOptions): Promise<void>
  /** Subscribes this account to updates that the network pushes. */
  startUpdates(options?: StartUpdatesOptions): Promise<void>
  /** Ends the subscription of this account to pushed updates. */
  stopUpdates(options?: CallOptions): Promise<void>
  /**
   * Replies to a comment, mention, message, review or question. Pass the update object as the library delivered it.
   *
   * @returns The id of the reply; null if the network returns none. It can be edited and deleted with `editReply` and
   *   `deleteReply`, if the network supports them.
   */
  replyToUpdate(update: Update, text: string, options?: PublishOptions): Promise<string | null>
  /**
   * Replaces the text of a reply that `replyToUpdate` sent. `replyId` is the id that `replyToUpdate` returned. A repeated
   * call has the same effect as one call.
   */
  editReply(update: Update, replyId: string, text: string, options?: CallOptions): Promise<void>
  /** Deletes a reply that `replyToUpdate` sent. @throws PostGoneError if the reply no longer exists. */
  deleteReply(update: Update, replyId: string, options?: CallOptions): Promise<void>
  /** Hides a comment. With `hidden: false` makes the comment visible again. */
  setCommentVisibility(update: Update, options?: VisibilityOptions): Promise<void>
  /** Deletes a comment. */
  deleteComment(update: Update, options?: CallOptions): Promise<void>
}

/** Polls by time, oldest first. With a `since` of null reads one recent page, not the whole history. */
export interface CanReadUpdates {
  fetchUpdates(since: Date | null, call: Call): Promise<readonly Update[]>
}

/** Polls by time in steps. An interrupted poll resumes at the interrupted step. */
export interface CanReadUpdatesInSteps {
  fetchUpdateStep(since: Date | null, progress: string | null, call: Call): Promise<UpdateStep>
}

/** Polls by marker. A marker of another platform throws `ConfigError`. */
export type CanReadUpdatesAfter = Ability<UpdateOperations, 'fetchUpdatesAfter' | 'markSeen'>

/** Starts and stops pushed updates of one account. */
export type CanStartUpdates = Ability<UpdateOperations, 'startUpdates' | 'stopUpdates'>

/**
 * Replies to comments, mentions, messages or reviews. Resolves with the id of the reply, if the network reports one.
 * The reply then belongs to the idempotency key of the call, and no other key can claim it.
 */
export interface CanReplyToUpdates {
  replyToUpdate(update: Update, text: string, call: PublishCall): Promise<void> | Promise<string | null>
}

/** Edits replies to updates. */
export type CanEditReplies = Ability<UpdateOperations, 'editReply'>

/** Deletes replies to updates. */
export type CanDeleteReplies = Ability<UpdateOperations, 'deleteReply'>

/** Hides and deletes comments. */
export type CanModerateComments = Ability<UpdateOperations, 'setCommentVisibility' | 'deleteComment'>

/** Intersection of all abilities for updates. */
export type UpdateAbilities = CanReadUpdates &
  CanReadUpdatesInSteps &
  CanReadUpdatesAfter &
  CanStartUpdates &
  CanReplyToUpdates &
  CanEditReplies &
  CanDeleteReplies &
  CanModerateComments
