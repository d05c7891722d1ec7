import {
  type Call,
  type CanPostThreads,
  assertAllAsync,
  type Post,
  type PostResult,
  type PublishCall,
} from '@social/core/platform'

import { readLimits } from '../limits/index.js'
import { toPostResult } from '../map/index.js'
import { refusal } from '../messages.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { checkPollOf } from './check/check-poll.js'
import { checkDraft, refuseImmediately, refuseTooSoon, refuseUnscheduled } from './check/check.js'
import { deletePost } from './delete.js'
import { editing } from './edit/edit.js'
import { reconciling } from './lost/reconcile.js'
import { scheduling } from './scheduled/scheduled.js'
import { sendStatus } from './send.js'
import type { StatusDraft } from './status-form.js'

export { checkDraft, refuseImmediately } from './check/check.js'
export { deletePost } from './delete.js'
export { type Mentionable, mentionsFor } from './mentions.js'
export { readSent } from './receipt.js'
export { toFoundMessage } from './lost/found-message.js'
export {
  cancelScheduledPost,
  moveScheduledPost,
  type ScheduledPost,
  scheduledPosts,
} from './scheduled/scheduled.js'
export { sendStatus } from './send.js'
export type { StatusDraft, Target } from './status-form.js'

/** Converts a post of the library to the draft of a status. */
function toDraft(post: Post<ReadOptions>): StatusDraft {
  const { text, media, options, publishAt, replyTo } = post
  const target = { mentions: '', visibility: options.visibility ?? null, inReplyToId: replyTo }
  return { text, media, options, publishAt, target }
}

/**
 * Refuses a later part of a thread without a visibility when the first part has one. The account's
 * default could make the later part of a followers-only thread public.
 */
function refuseOtherVisibility(
  { visibility }: Pick<ReadOptions, 'visibility'>,
  first: Pick<ReadOptions, 'visibility'> | undefined,
): void {
  if (visibility !== undefined || first?.visibility === undefined) return
  throw refusal(
    'VISIBILITY_OF_PART',
    `The first part of the thread has a visibility, but this part has none, so the default of the account would apply. Set options.visibility: '${first.visibility}' here too.`,
    { field: 'options', optionPath: 'visibility' },
  )
}

/**
 * Creates the methods for publishing. The order is: all checks, uploads, waiting for the server,
 * and last the request that publishes the post.
 */
export function publishing(settings: Settings) {
  async function check(draft: StatusDraft, call: Call): Promise<void> {
    const { media, options, publishAt } = draft
    // A post that these checks refuse costs no request.
    await assertAllAsync(
      () => refuseImmediately(draft),
      () => refuseTooSoon(publishAt, call.clock),
    )
    await assertAllAsync(
      async () => checkDraft(draft, await readLimits(call, settings)),
      () => checkPollOf({ poll: options.poll, mediaCount: media.length }, call, settings),
      async () => {
        if (publishAt !== null) await refuseUnscheduled(call, settings)
      },
    )
  }
  const threads: CanPostThreads = {
    async checkThreadPart(post, { posts }, call) {
      await assertAllAsync(
        () => refuseOtherVisibility(post.options, posts[0]?.options),
        () => check(toDraft(post), call),
      )
    },
  }
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const draft = toDraft(post)
    // The checks are skipped when an earlier attempt has sent the post. That attempt passed the
    // checks, and by now the publish time can be too soon.
    if (call.receipt?.step !== 'FINISH') await check(draft, call)
    const { data, raw } = await sendStatus(draft, { operation: 'post', settings }, call)
    return toPostResult(data, raw, call.idempotencyKey)
  }
  return {
    postOptions,
    publish,
    ...reconciling(settings),
    ...editing(settings),
    ...threads,
    ...scheduling,
    deletePost,
  }
}
