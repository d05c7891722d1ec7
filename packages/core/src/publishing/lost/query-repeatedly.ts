import type { Reconciled, ReconcileCall } from '../../contract/index.js'
import { assertDate, assertFunction, assertList, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'

/** Schedule of the queries for a post whose response was lost. */
export interface QueryPlan {
  /** Seconds to wait before each query of one call. 0 means immediately. */
  readonly pauses: readonly number[]
  /** Seconds after which another call may query again, reported as `retryAfter`. */
  readonly retryAfterSeconds: number
  /**
   * Seconds since the request after which the post will no longer appear, so that more queries are
   * useless.
   */
  readonly queryForSeconds: number
}

/**
 * Result of one query. `ABSENT`: the post was not found yet. `UNCERTAIN`: more queries within this
 * call cannot decide.
 */
export type QueryResult =
  | Extract<Reconciled, { readonly state: 'FOUND' }>
  | { readonly state: 'ABSENT' }
  /** Another worker may have created the item. Query again at any time. */
  | { readonly state: 'BUSY' }
  | { readonly state: 'UNCERTAIN' }

/**
 * Queries for a lost post several times in one call, because networks update their lists with a
 * delay. More than `queryForSeconds` after the request, it queries only once. A post that is not
 * found may still have been published. Only a successful query at the end of that period or later
 * leaves the decision to a person.
 *
 * @param query - Runs one query. If it rejects, the queries end and the call rejects.
 * @param sentAt - Time of the request by the clock of the network.
 */
export async function queryRepeatedly(
  query: () => Promise<QueryResult>,
  sentAt: Date,
  plan: QueryPlan,
  call: Pick<ReconcileCall, 'clock' | 'networkNow' | 'signal'>,
): Promise<Reconciled> {
  assertFunction(query, 'queryRepeatedly: query')
  assertDate(sentAt, 'queryRepeatedly: sentAt')
  assertObject(plan, 'queryRepeatedly: plan', '{ pauses, retryAfterSeconds, queryForSeconds }')
  const { pauses, retryAfterSeconds, queryForSeconds } = plan
  assertList(pauses, 'queryRepeatedly: plan.pauses')
  assertMethods(call, ['networkNow'], 'queryRepeatedly: call')
  assertMethods(call.clock, ['sleep'], 'queryRepeatedly: call.clock')
  const isOver = (): boolean => call.networkNow().getTime() - sentAt.getTime() >= queryForSeconds * 1000
  let wasOver = isOver()
  let isBusy = false
  for (const pause of wasOver ? [0] : pauses) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    wasOver = isOver()
    const seen = await query()
    isBusy = seen.state === 'BUSY'
    if (seen.state === 'FOUND') return seen
    if (seen.state === 'UNCERTAIN') break
  }
  return { state: 'UNKNOWN', retryAfter: wasOver && !isBusy ? null : retryAfterSeconds }
}
