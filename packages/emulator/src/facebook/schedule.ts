import type { Params } from '../meta/params.js'
import { badParameter } from '../meta/refusal.js'
import { later } from '../meta/state.js'
import type { FacebookState } from './state.js'

/** Seconds in a day. */
const DAY = 86_400

/** Publication time: now or later. */
export interface Timing {
  readonly published: boolean
  readonly scheduledFor: Date | null
}

/** Parameters of the publication time. */
export const TIMING = ['published', 'scheduled_publish_time', 'unpublished_content_type'] as const

/** Time within the allowed range: from ten minutes to the given number of days ahead. */
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
 * Reads the publication time. A time without `published=false` is ignored, as by the network: the post is
 * published immediately.
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
