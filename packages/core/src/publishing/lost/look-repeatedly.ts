import type { Reconciled, ReconcileCall } from '../../contract/index.js'
import { needDate, needFunction, needList, needMethods } from '../../models/values/need-kind.js'
import { needObject } from '../../models/values/need-object.js'

/** How often something lost is looked for, and for how long another call may look again. */
export interface LookingPlan {
  /** Seconds before each look inside one call; 0 looks at once. */
  readonly pauses: readonly number[]
  /** Seconds after which another call may look again, told as `retryAfter`. */
  readonly againAfterSeconds: number
  /** Seconds since it was sent after which looking again makes no sense. */
  readonly againForSeconds: number
}

/** What one look gave: what it found, nothing yet, or that no look can tell. */
export type Look =
  | Extract<Reconciled, { readonly state: 'FOUND' }>
  | { readonly state: 'ABSENT' }
  /** Another worker may have made what fits: query again, however late it is. */
  | { readonly state: 'BUSY' }
  | { readonly state: 'CANNOT_TELL' }

/**
 * Looks for something lost a few times inside one call: lists lag behind. Not seen proves nothing.
 *
 * @param look - One look; what it rejects with ends the looking.
 * @param sentAt - When it was sent, by the network's clock.
 */
export async function lookRepeatedly(
  look: () => Promise<Look>,
  sentAt: Date,
  plan: LookingPlan,
  call: Pick<ReconcileCall, 'clock' | 'networkNow' | 'signal'>,
): Promise<Reconciled> {
  needFunction(look, 'lookRepeatedly: look')
  needDate(sentAt, 'lookRepeatedly: sentAt')
  needObject(plan, 'lookRepeatedly: plan', '{ pauses, againAfterSeconds, againForSeconds }')
  const { pauses, againAfterSeconds, againForSeconds } = plan
  needList(pauses, 'lookRepeatedly: plan.pauses')
  needMethods(call, ['networkNow'], 'lookRepeatedly: call')
  needMethods(call.clock, ['sleep'], 'lookRepeatedly: call.clock')
  let isBusy = false
  for (const pause of pauses) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const seen = await look()
    isBusy = seen.state === 'BUSY'
    if (seen.state === 'FOUND') return seen
    if (seen.state === 'CANNOT_TELL') return { state: 'UNKNOWN', retryAfter: null }
  }
  const age = (call.networkNow().getTime() - sentAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: isBusy || age < againForSeconds ? againAfterSeconds : null }
}
