import type { Service } from '../settings.js'
import type { GoogleState } from '../state.js'
import { errorInfo, OldRefusal, Refusal } from './refusals.js'

/** Number of the Google Cloud project to which all OAuth clients belong. */
const PROJECT = '123456789'
const MINUTE = 60_000

/**
 * Counts a request to a service.
 * @throws Refusal if the service is disabled or its quota for the last minute is exhausted.
 */
export function countRequest(state: GoogleState, service: Service): void {
  const host = `${service}.googleapis.com`
  if (state.switchedOff.has(service)) throw switchedOff(host)
  const limit = state.quotas.get(service) ?? state.settings.perMinute
  const now = state.clock.now().getTime()
  const recent = (state.requests.get(service) ?? []).filter((moment) => moment > now - MINUTE)
  if (recent.length >= limit) throw usedUp(state, host, limit)
  state.requests.set(service, [...recent, now])
}

function usedUp(state: GoogleState, host: string, limit: number): Refusal | OldRefusal {
  const message = `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service '${host}' for consumer 'project_number:${PROJECT}'.`
  if (state.settings.quotaRefusal === 403) return new OldRefusal('quotaExceeded', message)
  return new Refusal('RESOURCE_EXHAUSTED', message, [
    errorInfo('RATE_LIMIT_EXCEEDED', 'googleapis.com', {
      service: host,
      quota_limit: 'DefaultRequestsPerMinutePerProject',
      quota_limit_value: String(limit),
      quota_metric: `${host}/default_requests`,
      consumer: `projects/${PROJECT}`,
    }),
  ])
}

function switchedOff(host: string): Refusal {
  const activationUrl = `https://console.developers.google.com/apis/api/${host}/overview?project=${PROJECT}`
  return new Refusal(
    'PERMISSION_DENIED',
    `${host} has not been used in project ${PROJECT} before or it is disabled. Enable it by visiting ${activationUrl} then retry.`,
    [
      errorInfo('SERVICE_DISABLED', 'googleapis.com', {
        service: host,
        consumer: `projects/${PROJECT}`,
        activationUrl,
      }),
    ],
  )
}
