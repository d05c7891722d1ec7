import type { MomentInput, Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { Call, PublishCall } from '../calls.js'
import type { Ability } from './ability.js'

/** How much one poll reads. */
export interface PollOptions extends CallOptions {
  readonly limit?: number | null | undefined
}

/** What is pushed. */
export interface StartUpdatesOptions extends CallOptions {
  /** The network's own words for what to push; all of them unless given. */
  readonly kinds?: readonly string[] | null | undefined
}

/** Options of hiding a comment. */
export interface VisibilityOptions extends CallOptions {
  /** False shows it again; true unless given. */
  readonly hidden?: boolean | undefined
}

/** What an application does to hear what happens, and about it. */
export interface UpdateOperations {
  /** What happened since a moment, oldest first; left out or null, a recent page. */
  fetchUpdates(since?: MomentInput | null, options?: CallOptions): Promise<readonly Update[]>
  /**
   * One step of a poll by time: reads part of the lists and returns where to resume. Pass the same `since` until
   * `isComplete` is true. `Poller` and `PollerPool` do this by themselves.
   *
   * @param progress - `progress` of the step before; null for the first step.
   */
  fetchUpdateStep(
    since: MomentInput | null,
    progress: string | null,
    options?: CallOptions,
  ): Promise<UpdateStep>
  /** What happened after a marker; null reads the latest page. @throws ConfigError for a marker of another network. */
  fetchUpdatesAfter(marker: string | null, options?: PollOptions): Promise<UpdateBatch>
  /** Tells the network what was seen. @throws ConfigError for a marker of another network. */
  markSeen(marker: string, options?: CallOptions): Promise<void>
  /** Asks the network to push this account's updates. */
  startUpdates(options?: StartUpdatesOptions): Promise<void>
  /** Asks the network to push them no longer. */
  stopUpdates(options?: CallOptions): Promise<void>
  /** Answers a comment, mention, message, review or question. Pass the update as it was delivered. */
  replyToUpdate(update: Update, text: string, options?: PublishOptions): Promise<void>
  /** Hides a comment, or shows it again; `hidden` is true unless given. */
  setCommentVisibility(update: Update, options?: VisibilityOptions): Promise<void>
  /** Deletes a comment. */
  deleteComment(update: Update, options?: CallOptions): Promise<void>
}

/** Polls by time: oldest first; null gives a recent page, not the whole history. */
export interface CanReadUpdates {
  fetchUpdates(since: Date | null, call: Call): Promise<readonly Update[]>
}

/** Polls by time in steps: a poll that was interrupted resumes where it stopped. */
export interface CanReadUpdatesInSteps {
  fetchUpdateStep(since: Date | null, progress: string | null, call: Call): Promise<UpdateStep>
}

/** Polls by marker. A marker that is not the platform's own is `ConfigError`. */
export type CanReadUpdatesAfter = Ability<UpdateOperations, 'fetchUpdatesAfter' | 'markSeen'>

/** Starts and stops pushing for one account. */
export type CanStartUpdates = Ability<UpdateOperations, 'startUpdates' | 'stopUpdates'>

/**
 * Answers comments, mentions, messages or reviews. Resolves with the id of the reply where the network reports one: the
 * reply then belongs to the idempotency key of the call, and no other key takes it for its own.
 */
export interface CanReplyToUpdates {
  replyToUpdate(update: Update, text: string, call: PublishCall): Promise<void> | Promise<string | null>
}

/** Hides and deletes comments. */
export type CanModerateComments = Ability<UpdateOperations, 'setCommentVisibility' | 'deleteComment'>

/** The abilities of this topic. */
export type UpdateAbilities = CanReadUpdates &
  CanReadUpdatesInSteps &
  CanReadUpdatesAfter &
  CanStartUpdates &
  CanReplyToUpdates &
  CanModerateComments
