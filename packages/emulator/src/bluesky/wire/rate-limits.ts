import type { BlueskyState } from '../state.js'
import { XrpcRefusal } from './refusals.js'

/**
 * Length of a rate limit window in seconds. https://docs.bsky.app/docs/advanced-guides/rate-limits
 * (read 2026-11-21)
 */
const WINDOW_SECONDS = 300

interface Rule {
  readonly name: string
  readonly max: number
  readonly seconds: number
}

function countOne(
  state: BlueskyState,
  { name, max, seconds }: Rule,
  points = 1,
): Readonly<Record<string, string>> {
  const now = state.clock.now().getTime()
  const window = Math.floor(now / (seconds * 1000))
  const running = state.windows.get(name)
  const entry = running?.window === window ? running : { window, count: 0 }
  entry.count += points
  state.windows.set(name, entry)
  const resets = ((window + 1) * seconds * 1000) / 1000
  const headers = {
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(Math.max(0, max - entry.count)),
    'ratelimit-reset': String(resets),
    'ratelimit-policy': `${max};w=${seconds}`,
  }
  if (entry.count > max)
    throw new XrpcRefusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      ...headers,
      'retry-after': String(Math.max(1, Math.ceil(resets - now / 1000))),
    })
  return headers
}

/**
 * Counts a call against the rate limit.
 *
 * @returns Headers with the number of remaining calls.
 * @throws XrpcRefusal 429 above the limit.
 */
export function countCall(state: BlueskyState): Readonly<Record<string, string>> {
  return countOne(state, { name: 'calls', max: state.settings.callsPerFiveMinutes, seconds: WINDOW_SECONDS })
}

/**
 * Counts a sign-in against the rate limit.
 *
 * @throws XrpcRefusal 429 above the limit.
 */
export function countSession(state: BlueskyState, identifier: string): void {
  const max = state.settings.sessionsPerFiveMinutes
  countOne(state, { name: `sessions ${identifier}`, max, seconds: WINDOW_SECONDS })
}

/**
 * Counts a write against the account's rate limit. Creating a record costs more points than
 * deleting a record.
 */
export function countWrite(state: BlueskyState, did: string, points: number): void {
  countOne(state, { name: `writes ${did}`, max: 5000, seconds: 3600 }, points)
}
