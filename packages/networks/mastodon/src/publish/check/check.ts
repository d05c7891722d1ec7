import {
  assertAll,
  assertAllAsync,
  type Call,
  type CheckContext,
  checkPost,
  type Clock,
  invalidPost,
  type Limits,
  type Post,
  refuseAddresses,
} from '@social/core/platform'

import { hasTrait, measuring, nameOf } from '../../limits/index.js'
import { hostOf } from '../../map/index.js'
import { refusal } from '../../messages.js'
import type { ReadOptions, Settings } from '../../options.js'
import { checkFiles } from '../../upload.js'
import { type StatusDraft, textOf } from '../status-form.js'
import { checkThumbnails, refuseThumbnails } from '../thumbnails.js'

/**
 * Minimum seconds between now and the publish time of a scheduled post. The server publishes a
 * post immediately, without a warning, if its time is less than five minutes ahead. Ten seconds
 * are added, because clocks differ. `MIN_SCHEDULE_OFFSET` in app/models/scheduled_status.rb of the
 * server (read 2026-09-24)
 */
const MIN_LEAD_SECONDS = 5 * 60 + 10

/**
 * Maximum seconds that all retries of one request take. During these seconds the publish time can
 * come closer than the minimum.
 */
export const MAX_RETRIES_SECONDS = 5 * 60

/** Features of Mastodon that the shared checks of a post read. */
const CHECKED: CheckContext['platform'] = {
  name: 'mastodon',
  features: new Set(['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE', 'REPLY'] as const),
  ...measuring(),
}

/**
 * Returns true if the server would publish a post immediately, although it has a publish time. The
 * check is for now or for `secondsFromNow` later.
 */
export function isTooSoon(publishAt: Date | null, clock: Clock, secondsFromNow = 0): boolean {
  if (publishAt === null) return false
  const lead = (publishAt.getTime() - clock.now().getTime()) / 1000
  return lead < MIN_LEAD_SECONDS + secondsFromNow
}

/**
 * Refuses a publish time that is too soon.
 *
 * @throws InvalidPostError when the server would publish immediately instead of at the requested
 * time.
 */
export function refuseTooSoon(publishAt: Date | null, clock: Clock): void {
  if (publishAt === null || !isTooSoon(publishAt, clock)) return
  const earliest = new Date(clock.now().getTime() + MIN_LEAD_SECONDS * 1000)
  throw invalidPost('mastodon', {
    field: 'publishAt',
    code: 'SCHEDULE_TOO_SOON',
    limit: earliest.toISOString(),
    actual: publishAt.toISOString(),
    facts: { limit: earliest },
    message:
      'mastodon schedules posts at least 5 minutes ahead. It would publish this one immediately. Set a later publishAt, or omit it.',
  })
}

/**
 * Refuses scheduling on a server that is not known to support it. A server without support ignores
 * the publish time and publishes immediately.
 *
 * @throws InvalidPostError with the server, and the option that declares its support.
 */
export async function refuseUnscheduled(call: Call, settings: Settings): Promise<void> {
  if (await hasTrait('schedules', call, settings, { isRequired: true })) return
  const host = hostOf(call.connection)
  throw refusal(
    'SCHEDULE_UNKNOWN',
    `${nameOf(call, settings)} is not known to schedule posts and could publish immediately. Omit publishAt, or declare the support: mastodon({ servers: { '${host}': { schedules: true } } }).`,
    { field: 'publishAt' },
  )
}

/**
 * Refuses combinations that no server accepts: media given by URL, images with a video, media with
 * a quote.
 *
 * @throws InvalidPostError with the part to remove.
 */
export function refuseImmediately(draft: Draft): void {
  assertAll(
    () => refuseAddresses(draft.media, { platform: 'mastodon' }),
    () => checkFocus(draft),
    () => refuseThumbnails(draft.options.thumbnail ?? [], draft.media),
    () => refuseMixedKinds(draft),
    () => refuseQuoteWith(draft),
  )
}

type Draft = Pick<Post<ReadOptions>, 'media' | 'options'>

function checkFocus({ media, options }: Draft): void {
  const focused = options.focus?.length ?? 0
  if (focused > media.length)
    throw refusal(
      'FOCAL_POINTS_TOO_MANY',
      `options.focus has ${focused} entries, but the post has ${media.length} files. Pass one point or null for each file.`,
      { field: 'options', optionPath: 'focus', limit: media.length, actual: focused },
    )
}

function refuseMixedKinds({ media }: Draft): void {
  if (new Set(media.map(({ kind }) => kind)).size > 1)
    throw invalidPost('mastodon', {
      field: 'media',
      code: 'MIXED_MEDIA',
      message:
        'mastodon accepts pictures or one video in a post, not both. Remove one kind, or create two posts.',
    })
}

function refuseQuoteWith({ media, options }: Draft): void {
  if (options.quotedStatusId === undefined) return
  const quote = { field: 'options', optionPath: 'quotedStatusId' } as const
  assertAll(
    () => {
      if (options.poll !== undefined)
        throw refusal(
          'POLL_WITH_QUOTE',
          'mastodon does not accept a poll in a post with a quote. Remove options.poll or options.quotedStatusId.',
          quote,
        )
    },
    () => {
      if (media.length > 0)
        throw refusal(
          'MEDIA_WITH_QUOTE',
          'mastodon does not accept media in a post with a quote. Remove the media or options.quotedStatusId.',
          quote,
        )
    },
  )
}

/**
 * Checks the text, files and alt texts of a draft against the limits of the server.
 *
 * @throws InvalidPostError with the exceeded limit.
 */
export async function checkDraft(draft: StatusDraft, limits: Limits): Promise<void> {
  const { media, options, publishAt, target } = draft
  const post = { text: textOf(draft), media, options, publishAt, replyTo: target.inReplyToId }
  await assertAllAsync(
    () => checkPost(post, { platform: CHECKED, limits }),
    () => checkThumbnails(options.thumbnail ?? [], limits),
    () => checkFiles(media, limits),
  )
}
