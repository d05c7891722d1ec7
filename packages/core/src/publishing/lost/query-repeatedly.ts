import type { Reconciled, ReconcileCall } from '../../contract/index.js'
import { assertDate, assertFunction, assertList, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'

/** How often something lost is looked for, and for how long another call may look again. */
export interface QueryPlan {
  /** Seconds before each look inside one call; 0 looks at once. */
  readonly pauses: readonly number[]
  /** Seconds after which another call may look again, told as `retryAfter`. */
  readonly againAfterSeconds: number
  /** Seconds since it was sent after which looking again makes no sense. */
  readonly againForSeconds: number
}

/** Result of one query: found, not found yet, or that another query within the same call returns no more. */
export type Look =
  | Extract<Reconciled, { readonly state: 'FOUND' }>
  | { readonly state: 'ABSENT' }
  /** Another worker may have made what fits: query again, however late it is. */
  | { readonly state: 'BUSY' }
  | { readonly state: 'UNCERTAIN' }

/**
 * Queries for a lost post several times inside one call, because lists lag behind. After `againForSeconds` one query is
 * enough. Not found proves nothing. Only a query that worked at or after the end of that period leaves the rest to a person.
 *
 * @param look - One query. Its rejection ends the queries and rejects the call.
 * @param sentAt - When the post was sent, by the network's clock.
 */
export async function queryRepeatedly(
  look: () => Promise<Look>,
  sentAt: Date,
  plan: QueryPlan,
  call: Pick<ReconcileCall, 'clock' | 'networkNow' | 'signal'>,
): Promise<Reconciled> {
  assertFunction(look, 'queryRepeatedly: look')
  assertDate(sentAt, 'queryRepeatedly: sentAt')
  assertObject(plan, 'queryRepeatedly: plan', '{ pauses, againAfterSeconds, againForSeconds }')
  const { pauses, againAfterSeconds, againForSeconds } = plan
  assertList(pauses, 'queryRepeatedly: plan.pauses')
  assertMethods(call, ['networkNow'], 'queryRepeatedly: call')
  assertMethods(call.clock, ['sleep'], 'queryRepeatedly: call.clock')
  const isOver = (): boolean => call.networkNow().getTime() - sentAt.getTime() >= againForSeconds * 1000
  let wasOver = isOver()
  let isBusy = false
  for (const pause of wasOver ? [0] : pauses) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    wasOver = isOver()
    const seen = await look()
    isBusy = seen.state === 'BUSY'
    if (seen.state === 'FOUND') return seen
    if (seen.state === 'UNCERTAIN') break
  }
  return { state: 'UNKNOWN', retryAfter: wasOver && !isBusy ? null : againAfterSeconds }
}
