import type { Json } from '../records.js'
import { badV4, Refusal } from '../wire/refusals.js'
import { type Shape, textOf } from '../wire/shape.js'

/**
 * Maximum length of the text of a post in code points.
 * https://developers.google.com/my-business/content/posts-data (copy of 2026)
 */
const MAX_SUMMARY_LENGTH = 1500
const ACTIONS = new Set(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'])

const DATE: Shape = { fields: { year: 'integer', month: 'integer', day: 'integer' } }
const TIME: Shape = { fields: { hours: 'integer', minutes: 'integer', seconds: 'integer', nanos: 'integer' } }

/** Fields that a request body for a post can contain. */
export const LOCAL_POST: Shape = {
  fields: {
    name: 'text',
    languageCode: 'text',
    summary: 'text',
    topicType: { oneOf: ['STANDARD', 'EVENT', 'OFFER', 'ALERT'] },
    alertType: { oneOf: ['COVID_19'] },
    callToAction: { fields: { actionType: 'text', url: 'text' } },
    event: {
      fields: {
        title: 'text',
        schedule: { fields: { startDate: DATE, startTime: TIME, endDate: DATE, endTime: TIME } },
      },
    },
    offer: { fields: { couponCode: 'text', redeemOnlineUrl: 'text', termsConditions: 'text' } },
    media: { listOf: { fields: { mediaFormat: { oneOf: ['PHOTO', 'VIDEO'] }, sourceUrl: 'text' } } },
    scheduledTime: 'text',
  },
}

function checkAction(action: unknown): void {
  if (action === undefined) return
  const { actionType, url } = action as { readonly actionType?: string; readonly url?: string } // safe cast: readBody checks the shape with LOCAL_POST and removes null
  if (actionType === undefined || !ACTIONS.has(actionType))
    throw badV4(2, 'call_to_action.action_type', 'Unsupported action type.')
  if (actionType === 'CALL' && url !== undefined)
    throw badV4(2, 'call_to_action.url', 'The URL should be left unset for CALL.')
  if (actionType !== 'CALL' && !URL.canParse(url ?? ''))
    throw badV4(1, 'call_to_action.url', 'A valid URL is required.')
}

function checkEvent({ topicType, event, offer }: Json): void {
  const isDated = topicType === 'EVENT' || topicType === 'OFFER'
  if (!isDated && event !== undefined) throw badV4(2, 'event', 'Only events and offers have an event.')
  if (topicType !== 'OFFER' && offer !== undefined) throw badV4(2, 'offer', 'Only offers have an offer.')
  if (!isDated) return
  const { title, schedule } = (event ?? {}) as { readonly title?: string; readonly schedule?: Json } // safe cast: readBody checks the shape with LOCAL_POST, and the checks below treat null as missing
  if (!title) throw badV4(1, 'event.title', 'The title is required.')
  if (schedule?.['startDate'] === undefined || schedule['endDate'] === undefined)
    throw badV4(1, 'event.schedule', 'Start and end are required.')
}

/**
 * Returns the URL of the first picture of a post. Google ignores further pictures. For a video,
 * Google returns 500.
 */
export function picturesOf({ media }: Json): readonly string[] {
  const items = (media ?? []) as readonly { readonly mediaFormat?: string; readonly sourceUrl?: string }[] // safe cast: readBody checks the shape with LOCAL_POST
  if (items.some(({ mediaFormat }) => mediaFormat === 'VIDEO'))
    throw new Refusal('INTERNAL', 'Internal error encountered.')
  return items.slice(0, 1).map(({ mediaFormat, sourceUrl }) => {
    if (mediaFormat === undefined) throw badV4(1, 'media.media_format', 'The media format is required.')
    if (sourceUrl === undefined) throw badV4(1, 'media.source_url', 'The source URL is required.')
    return sourceUrl
  })
}

/**
 * Checks all fields of a post except its pictures.
 * @throws Refusal for an invalid or missing field.
 */
export function checkPost(post: Json): void {
  const { summary = '', topicType, scheduledTime, media } = post
  if (topicType === undefined) throw badV4(1, 'topic_type', 'The topic type is required.')
  if (Array.from(textOf(summary)).length > MAX_SUMMARY_LENGTH)
    throw badV4(9, 'summary', `Must be at most ${MAX_SUMMARY_LENGTH} characters`)
  if (summary === '' && (topicType !== 'STANDARD' || media === undefined))
    throw badV4(1, 'summary', 'The summary is required.')
  if (scheduledTime !== undefined && Number.isNaN(Date.parse(textOf(scheduledTime))))
    throw badV4(2, 'scheduled_time', 'Invalid time.')
  checkAction(post['callToAction'])
  checkEvent(post)
}
