import type { YoutubeState } from '../state.js'
import { Refusal } from './refusals.js'

/** Number of the Google Cloud project to which all OAuth clients belong. */
export const PROJECT = '123456789'

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })

/** Returns the quota used today. The day ends at midnight Pacific time. */
export function quotaOf(state: YoutubeState): YoutubeState['quota'] {
  const day = DAY.format(state.clock.now())
  if (state.quota.day !== day) state.quota = { day, units: 0, uploads: 0, byChannel: new Map() }
  return state.quota
}

const usedUp = (): Refusal =>
  new Refusal(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.', {
    domain: 'youtube.quota',
  })

/**
 * Adds units to the quota used today. Handlers charge before they check parameters, so that
 * invalid requests cost units too.
 * @throws Refusal if the daily quota is exhausted.
 */
export function chargeUnits(state: YoutubeState, units: number): void {
  const quota = quotaOf(state)
  if (quota.units + units > state.settings.unitsPerDay) throw usedUp()
  quota.units += units
}

/**
 * Charges an upload to the daily quota of uploads, or to `unitsPerDay` if `unitsPerUpload` is set.
 */
export function chargeUpload(state: YoutubeState): void {
  const { unitsPerUpload, uploadsPerDay } = state.settings
  if (unitsPerUpload !== null) {
    chargeUnits(state, unitsPerUpload)
    return
  }
  const quota = quotaOf(state)
  if (quota.uploads >= uploadsPerDay)
    throw new Refusal(
      429,
      'rateLimitExceeded',
      `Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com' for consumer 'project_number:${PROJECT}'.`,
      {
        domain: 'global',
        status: 'RESOURCE_EXHAUSTED',
        info: {
          reason: 'RATE_LIMIT_EXCEEDED',
          metadata: {
            service: 'youtube.googleapis.com',
            quota_unit: '1/d/{project}',
            quota_limit_value: String(uploadsPerDay),
            consumer: `projects/${PROJECT}`,
          },
        },
      },
    )
  quota.uploads += 1
}

/**
 * Counts an upload to a channel.
 * @throws Refusal if the channel reached its daily limit of uploads.
 */
export function chargeChannel(state: YoutubeState, channelId: string): void {
  const { byChannel } = quotaOf(state)
  const count = byChannel.get(channelId) ?? 0
  if (count >= state.settings.channelUploadsPerDay)
    throw new Refusal(
      400,
      'uploadLimitExceeded',
      'The user has exceeded the number of videos they may upload.',
      { domain: 'youtube.video' },
    )
  byChannel.set(channelId, count + 1)
}
