import {
  type Call,
  type CanManageScheduled,
  type MomentInput,
  assertWork,
  NotFoundError,
  type Page,
  type PageOptions,
  type RawData,
  readPageOptions,
  toMoment,
} from '@social/core/platform'

import { nextMaxId, toMomentOrNull } from '../../map/index.js'
import { type ScheduledReply, scheduledListReply, scheduledReply } from '../../schemas.js'
import { refuseTooSoon } from '../check/check.js'

/** A scheduled post. When the post is published, it gets another id. */
export interface ScheduledPost {
  readonly id: string
  readonly text: string
  readonly publishAt: Date | null
  /** Response of the server, unchanged. */
  readonly raw: RawData
}

/**
 * Tolerance for the difference to the server's clock, in milliseconds. `Date` headers have whole
 * seconds, and responses take time. Our choice.
 */
const CLOCK_SLACK_MS = 10_000

const LIST = '/api/v1/scheduled_statuses'

const pathOf = (id: string): string => `${LIST}/${encodeURIComponent(id)}`

function toScheduledPost(scheduled: ScheduledReply): ScheduledPost {
  return {
    id: scheduled.id,
    text: scheduled.params?.text ?? '',
    publishAt: toMomentOrNull(scheduled.scheduled_at),
    raw: scheduled,
  }
}

/**
 * Reads the account's scheduled posts. https://docs.joinmastodon.org/methods/scheduled_statuses/
 * (read 2026-09-24)
 *
 * @example
 * const { items } = await account.run((call) => scheduledPosts({ after: null, limit: 20 }, call))
 */
export async function scheduledPosts(options: PageOptions, call: Call): Promise<Page<ScheduledPost>> {
  assertWork('scheduledPosts', call)
  const { after, limit } = readPageOptions('scheduledPosts', options)
  const query = { max_id: after, limit: limit && Math.min(limit, 40) }
  const { data, headers } = await call.http.request('GET', LIST, scheduledListReply, { query })
  return { items: data.map((scheduled) => toScheduledPost(scheduled)), next: nextMaxId(headers) }
}

/**
 * Changes the publish time of a scheduled post.
 *
 * @throws InvalidPostError for a time less than 5 minutes ahead.
 * @throws NotFoundError when the post was already published or cancelled.
 */
export async function moveScheduledPost(
  id: string,
  publishAt: MomentInput,
  call: Call,
): Promise<ScheduledPost> {
  assertWork('moveScheduledPost', call, { id })
  const { http, clock } = call
  const moment = toMoment(publishAt, 'publishAt')
  refuseTooSoon(moment, clock)
  const form = { scheduled_at: moment.toISOString() }
  return toScheduledPost(await http.put(pathOf(id), scheduledReply, { form }))
}

/**
 * Cancels a scheduled post. Sends two requests, because the publish time is read first.
 *
 * @throws NotFoundError when the post was already published or cancelled.
 */
export async function cancelScheduledPost(id: string, call: Call): Promise<void> {
  assertWork('cancelScheduledPost', call, { id })
  const { http } = call
  const { scheduled_at: scheduledAt } = await http.get(pathOf(id), scheduledReply)
  const { status } = await http.request('DELETE', pathOf(id), null)
  // After a lost response, 404 means that an earlier attempt cancelled the post, unless the publish
  // time has passed.
  const publishAt = toMomentOrNull(scheduledAt)
  if (
    status < 300 ||
    (publishAt !== null && call.networkNow().getTime() + CLOCK_SLACK_MS < publishAt.getTime())
  )
    return
  throw new NotFoundError(
    'The post is no longer scheduled. The response to its cancellation was lost and its publish time has passed. The post may be published. Check the account.',
    { platform: 'mastodon' },
  )
}

/**
 * Methods that read and cancel a scheduled post.
 * https://docs.joinmastodon.org/methods/scheduled_statuses/ (read 2026-09-24)
 */
export const scheduling: CanManageScheduled = {
  async isScheduled(postId, { http }) {
    try {
      await http.get(pathOf(postId), scheduledReply)
      return true
    } catch (error) {
      if (NotFoundError.is(error)) return false
      throw error
    }
  },
  cancelScheduled: cancelScheduledPost,
}
