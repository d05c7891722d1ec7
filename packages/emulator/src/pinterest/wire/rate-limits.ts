import type { Access } from '../records.js'
import { STANDARD_RATES, TRIAL_RATES } from '../settings.js'
import type { PinterestState } from '../state.js'
import { tooMany } from './refusals.js'

/** Category of a call, named `x-ratelimit-category` in Pinterest's API description. */
export type Category = 'org_read' | 'org_write' | 'org_analytics'

const DAY = 86_400

interface Window {
  readonly key: string
  readonly max: number
  readonly seconds: number
}

/**
 * Returns the limits that apply to a call. With Trial access they count for the whole app, with
 * Standard access for each person.
 */
function windowsOf(state: PinterestState, category: Category, access: Access | null): Window[] {
  const isTrial = state.settings.access !== 'STANDARD'
  const rates = state.settings.rates ?? (isTrial ? TRIAL_RATES : STANDARD_RATES)
  const who = isTrial ? 'app' : (access?.personId ?? 'app')
  const all: Window = { key: `all ${who}`, max: rates.all, seconds: isTrial ? DAY : 1 }
  // Pinterest does not publish the limit of org_analytics.
  if (category === 'org_analytics') return [all]
  const max = category === 'org_read' ? rates.reads : rates.writes
  return [all, { key: `${category} ${who}`, max, seconds: isTrial ? DAY : 60 }]
}

const reported = new WeakMap<Request, Readonly<Record<string, string>>>()

/**
 * Returns the rate limit headers for a response. Empty if `countRequest` did not count the
 * request.
 */
export const rateHeaders = (request: Request): Readonly<Record<string, string>> => reported.get(request) ?? {}

/**
 * Counts a request and stores its rate limit headers.
 * @throws Refusal with status 429 above a limit.
 */
export function countRequest(
  state: PinterestState,
  category: Category,
  { access, request }: { readonly access: Access | null; readonly request: Request },
): void {
  const now = state.clock.now().getTime()
  const counted = windowsOf(state, category, access).map((window) => {
    const recent = (state.requests.get(window.key) ?? []).filter((at) => at > now - window.seconds * 1000)
    const resets = Math.ceil(((recent[0] ?? now) + window.seconds * 1000 - now) / 1000)
    return { ...window, recent, resets, left: window.max - recent.length }
  })
  const tight = counted.reduce((one, other) => (other.left < one.left ? other : one))
  const limits = counted.map(({ max, seconds }) => `${max};w=${seconds}`).join(', ')
  if (Number.isFinite(tight.max))
    reported.set(request, {
      'x-ratelimit-limit': `${tight.max}, ${limits}`,
      'x-ratelimit-remaining': String(Math.max(0, tight.left - 1)),
      'x-ratelimit-reset': String(tight.resets),
    })
  if (tight.left < 1) throw tooMany()
  for (const { key, recent } of counted) state.requests.set(key, [...recent, now])
}
