import type { XState } from '../state.js'
import { noCredits, usageCapped } from './problems.js'

/** Prices in thousandths of a dollar. https://docs.x.com/x-api/getting-started/pricing (read 2026-11-22) */
export const PRICES = {
  POST_READ: 5,
  OWNED_READ: 1,
  USER_READ: 10,
  MESSAGE_READ: 10,
  POST_CREATE: 15,
  POST_WITH_URL: 200,
  SUMMONED_REPLY: 10,
  MESSAGE_CREATE: 15,
  INTERACTION: 15,
  INTERACTION_DELETE: 10,
  CONTENT_MANAGE: 5,
  METADATA: 5,
} as const

/** Item of the price list. */
export type Priced = keyof typeof PRICES

const READS: ReadonlySet<Priced> = new Set<Priced>(['POST_READ', 'OWNED_READ'])

/** Refuses every call of an app without credits. */
export function refuseWithoutCredits({ settings }: XState): void {
  if (settings.credits !== null && settings.credits <= 0) throw noCredits()
}

/** Refuses to read posts above the cap of the billing cycle. */
export function refuseAboveCap({ settings, postsRead }: XState): void {
  if (postsRead >= settings.postReads) throw usageCapped()
}

/** Charges a call. The same object is charged once in a UTC day. An empty result is free. */
export function charge(
  state: XState,
  route: string,
  what: Priced,
  ids: readonly string[] = [state.seed.token('bill', 12)],
): void {
  const day = state.clock.now().toISOString().slice(0, 10)
  const fresh = [...new Set(ids)].filter((id) => !state.paid.has(`${day} ${what} ${id}`))
  for (const id of fresh) state.paid.add(`${day} ${what} ${id}`)
  if (READS.has(what)) state.postsRead += fresh.length
  const units = fresh.length * PRICES[what]
  if (units === 0) return
  state.bills.push({ at: state.clock.now(), route, what, count: fresh.length, units })
  const { credits } = state.settings
  if (credits !== null) state.settings = { ...state.settings, credits: credits - units }
}
