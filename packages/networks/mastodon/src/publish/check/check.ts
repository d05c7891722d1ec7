import {
  type Call,
  type CheckContext,
  checkPost,
  type Clock,
  InvalidPostError,
  type Limits,
  type Post,
  refuseAddresses,
} from '@social/core/platform'

import { hasTrait, measuring, nameOf } from '../../limits/index.js'
import { hostOf } from '../../map/index.js'
import type { ReadOptions, Settings } from '../../options.js'
import { checkFiles } from '../../upload.js'
import { type StatusDraft, textOf } from '../status-form.js'
import { checkThumbnails, refuseThumbnails } from '../thumbnails.js'

/** How far ahead a post must be: anything nearer the server publishes at once, without a word. A little more, because
 *  clocks differ. `MIN_SCHEDULE_OFFSET` in app/models/scheduled_status.rb of the server (read 2026-09-24) */
const MIN_LEAD_SECONDS = 5 * 60 + 10

/** How long repeats of one request may take in all; within it a moment near the limit may fall below it. */
export const MAX_RETRIES_SECONDS = 5 * 60

/** What the shared checks ask of the platform; the flags are those that a post is checked against. */
const CHECKED: CheckContext['platform'] = {
  name: 'mastodon',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE', 'REPLY'] as const),
  ...measuring(),
}

/** True when a moment is so near that the server would publish at once, now or some seconds from now. */
export function isTooSoon(publishAt: Date | null, clock: Clock, secondsFromNow = 0): boolean {
  if (publishAt === null) return false
  const lead = (publishAt.getTime() - clock.now().getTime()) / 1000
  return lead < MIN_LEAD_SECONDS + secondsFromNow
}

/** @throws InvalidPostError when the server would publish at once instead of at the moment asked for. */
export function refuseTooSoon(publishAt: Date | null, clock: Clock): void {
  if (isTooSoon(publishAt, clock))
    throw new InvalidPostError(
      'mastodon schedules posts at least 5 minutes ahead; a nearer one would come out at once. Set publishAt later, or leave it out.',
      { platform: 'mastodon' },
    )
}

/**
 * Refuses to schedule where the server is not known to: one that does not know the field publishes at once.
 *
 * @throws InvalidPostError naming the server, and how to say that it does.
 */
export async function refuseUnscheduled(call: Call, settings: Settings): Promise<void> {
  if (await hasTrait('schedules', call, settings, { isRequired: true })) return
  const host = hostOf(call.connection)
  throw new InvalidPostError(
    `${nameOf(call, settings)} is not known to schedule posts: it could come out at once. Leave publishAt out, or say that this server does: mastodon({ servers: { '${host}': { schedules: true } } }).`,
    { platform: 'mastodon' },
  )
}

/**
 * Refuses what no server takes: files it would have to fetch, pictures beside a video, media beside a quote.
 *
 * @throws InvalidPostError saying what to take out.
 */
export function refuseImmediately({ media, options }: Pick<Post<ReadOptions>, 'media' | 'options'>): void {
  refuseAddresses(media, { platform: 'mastodon' })
  const focused = options.focus?.length ?? 0
  if (focused > media.length)
    throw new InvalidPostError(
      `options.focus names ${focused} files, and the post has ${media.length}. Give one point for each file, or null.`,
      { platform: 'mastodon' },
    )
  refuseThumbnails(options.thumbnail ?? [], media)
  if (new Set(media.map(({ kind }) => kind)).size > 1)
    throw new InvalidPostError(
      'mastodon takes pictures or one video, not both in one post. Take one kind out, or make two posts.',
      { platform: 'mastodon' },
    )
  if (options.quotedStatusId !== undefined && options.poll !== undefined)
    throw new InvalidPostError(
      'mastodon takes no poll in a post that quotes another. Take options.poll or options.quotedStatusId out.',
      { platform: 'mastodon' },
    )
  if (options.quotedStatusId !== undefined && media.length > 0)
    throw new InvalidPostError(
      'mastodon takes no media in a post that quotes another. Take the media or options.quotedStatusId out.',
      { platform: 'mastodon' },
    )
}

/**
 * Refuses what this server does not take: words, files, alt texts and numbers of them.
 *
 * @throws InvalidPostError naming the limit.
 */
export async function checkDraft(draft: StatusDraft, limits: Limits): Promise<void> {
  const { media, options, publishAt, target } = draft
  const post = { text: textOf(draft), media, options, publishAt, replyTo: target.inReplyToId }
  checkPost(post, { platform: CHECKED, limits })
  checkThumbnails(options.thumbnail ?? [], limits)
  if (media.length > 0) await checkFiles(media, limits)
}
