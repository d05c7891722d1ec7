import { type Post, type PostResult, type PublishCall, readOptions } from '@social/core/platform'

import { readLimits } from '../limits/index.js'
import { toPostResult } from '../map/index.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { checkPollOf } from './check-poll.js'
import { checkDraft, refuseAtOnce, refuseTooSoon, refuseUnscheduled } from './check.js'
import { deletePost } from './delete.js'
import { editing } from './edit.js'
import { reconciling } from './reconcile.js'
import { sendStatus } from './send.js'

export { checkDraft, refuseAtOnce } from './check.js'
export { type Mentionable, mentionsFor } from './mentions.js'
export { readSent } from './receipt.js'
export { toFoundMessage } from './found-message.js'
export { cancelScheduledPost, moveScheduledPost, type ScheduledPost, scheduledPosts } from './scheduled.js'
export { sendStatus } from './send.js'
export type { StatusDraft, Target } from './status-form.js'

/** Publishing: everything that can be refused is refused first; then uploads, waiting, and the one visible request. */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const options = readOptions(postOptions, post.options, { platform: 'mastodon' })
    const target = { mentions: '', visibility: options.visibility ?? null, inReplyToId: post.replyTo }
    const draft = { ...post, options, target }
    // A try that was sent before passed the checks then, and the time since must not make it fail.
    if (call.receipt?.step !== 'FINISH') {
      refuseAtOnce(draft)
      refuseTooSoon(post.publishAt, call.clock)
      await checkDraft(draft, await readLimits(call, settings))
      await checkPollOf({ poll: options.poll, mediaCount: post.media.length }, call, settings)
      if (post.publishAt !== null) await refuseUnscheduled(call, settings)
    }
    const { data, raw } = await sendStatus(draft, { operation: 'post', settings }, call)
    return toPostResult(data, raw, call.idempotencyKey)
  }
  return {
    postOptions,
    publish,
    ...reconciling(settings),
    ...editing(settings),
    deletePost,
  }
}
