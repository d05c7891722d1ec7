import type { Update, UpdateBatch } from '../../models/index.js'
import type { Call, PublishCall } from '../calls.js'

/** Polls by time: oldest first; null gives a recent page, not the whole history. */
export interface CanReadUpdates {
  fetchUpdates(since: Date | null, call: Call): Promise<readonly Update[]>
}

/** Polls by marker. A marker that is not the platform's own is `ConfigError`. */
export interface CanReadUpdatesAfter {
  fetchUpdatesAfter(
    marker: string | null,
    options: { readonly limit: number | null },
    call: Call,
  ): Promise<UpdateBatch>
  markSeen(marker: string, call: Call): Promise<void>
}

/** Starts and stops pushing for one account. */
export interface CanStartUpdates {
  startUpdates(options: { readonly kinds: readonly string[] | null }, call: Call): Promise<void>
  stopUpdates(call: Call): Promise<void>
}

/** Answers comments, mentions, messages or reviews. */
export interface CanReplyToUpdates {
  replyToUpdate(update: Update, text: string, call: PublishCall): Promise<void>
}

/** Hides and deletes comments. */
export interface CanModerateComments {
  deleteComment(update: Update, call: Call): Promise<void>
  setCommentVisibility(update: Update, options: { readonly hidden: boolean }, call: Call): Promise<void>
}
