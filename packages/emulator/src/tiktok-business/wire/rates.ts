import type { BusinessState } from '../state.js'
import { Refusal } from './refusals.js'

const SECOND = 1000
const MINUTE = 60_000
const DAY = 86_400_000

interface Limit {
  readonly key: string
  readonly max: number
  /** Length of the time window in milliseconds. For `DAY`, the window starts at midnight UTC. */
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
 * Counts a request to an endpoint. After a minute limit was exceeded, its requests are refused for
 * `penaltySeconds`. No response header reports the limits, as on TikTok.
 *
 * @throws Refusal above a limit.
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
