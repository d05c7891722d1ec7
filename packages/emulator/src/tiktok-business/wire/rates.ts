import type { BusinessState } from '../state.js'
import { Refusal } from './refusals.js'

/** Milliseconds in a second. */
const SECOND = 1000
/** Milliseconds in a minute. */
const MINUTE = 60_000
/** Milliseconds in a day. */
const DAY = 86_400_000

interface Limit {
  readonly key: string
  readonly max: number
  /** Length in milliseconds. A day is a UTC day. */
  readonly window: number
  readonly message: string
}

const text = (name: string, max: number): string => `App reaches the ${name} limit: ${max}. Please slow down.`

function limitsOf(state: BusinessState, openId: string, path: string): Limit[] {
  const { perSecond, perMinute, perDay, perMinuteAndEndpoint } = state.settings
  return [
    ...(perSecond === null
      ? []
      : [{ key: 'second', max: perSecond, window: SECOND, message: text('QPS', perSecond) }]),
    { key: 'minute', max: perMinute, window: MINUTE, message: text('QPM', perMinute) },
    { key: 'day', max: perDay, window: DAY, message: text('QPD', perDay) },
    {
      key: `${path} ${openId}`,
      max: perMinuteAndEndpoint,
      window: MINUTE,
      message: `Too many requests for this account. The QPM limit is ${perMinuteAndEndpoint}.`,
    },
  ]
}

/**
 * Counts a request of an account at an endpoint, and refuses requests above a limit. There are no headers for
 * limits. After a limit per minute is exceeded, all requests are refused for `penaltySeconds`.
 */
export function countRequest(state: BusinessState, openId: string, path: string): void {
  const now = state.clock.now().getTime()
  const limits = limitsOf(state, openId, path)
  for (const { key, max, window, message } of limits) {
    const start = window === DAY ? now - (now % DAY) - 1 : now - window
    const recent = (state.requests.get(key) ?? []).filter((moment) => moment > start)
    state.requests.set(key, recent)
    const isPunished = (state.penalties.get(key) ?? 0) > now
    if (!isPunished && recent.length < max) continue
    if (window === MINUTE && !isPunished)
      state.penalties.set(key, now + state.settings.penaltySeconds * SECOND)
    throw new Refusal(40_100, message)
  }
  for (const { key } of limits) state.requests.get(key)?.push(now)
}
