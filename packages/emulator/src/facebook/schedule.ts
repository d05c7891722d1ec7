import type { Params } from '../meta/params.js'
import { badParameter } from '../meta/refusal.js'
import { later } from '../meta/state.js'
import type { FacebookState } from './state.js'

const DAY = 86_400

/**
 * Publication state of a new post. `scheduledFor` is null for an immediate post and for a draft.
 */
export interface Timing {
  readonly published: boolean
  readonly scheduledFor: Date | null
}

/** Request parameters that set the publication time. */
export const TIMING = ['published', 'scheduled_publish_time', 'unpublished_content_type'] as const

/**
 * Returns the scheduled time. `seconds` is a Unix timestamp.
 * @throws Refusal if the time is less than 10 minutes or more than `days` days ahead.
 */
export function readMoment(state: FacebookState, seconds: number, days: number): Date {
  const moment = new Date(seconds * 1000)
  const now = state.clock.now()
  if (moment < later(now, 600) || moment > later(now, days * DAY))
    throw badParameter(
      `The specified scheduled publish time is invalid: it must be 10 minutes to ${days} days ahead`,
    )
  return moment
}

/**
 * Reads the publication time. As on Facebook, the server ignores `scheduled_publish_time` without
 * `published=false` and publishes the post immediately.
 */
export function readTiming(state: FacebookState, params: Params): Timing {
  const published = params.boolean('published') ?? true
  const type = params.oneOf('unpublished_content_type', [
    'SCHEDULED',
    'DRAFT',
    'ADS_POST',
    'INLINE_CREATED',
    'PUBLISHED',
    'REVIEWABLE_BRANDED_CONTENT',
    'SCHEDULED_RECURRING',
  ])
  const seconds = params.number('scheduled_publish_time')
  if (published) return { published, scheduledFor: null }
  if (type === 'SCHEDULED' && seconds === null)
    throw badParameter('The parameter scheduled_publish_time is required')
  return { published, scheduledFor: seconds === null ? null : readMoment(state, seconds, 30) }
}
