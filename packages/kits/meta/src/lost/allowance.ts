import { type Call, RateLimitError } from '@social/core/platform'

import { isInconclusive } from './container-status.js'

/** Retries and timeout of a query. */
export interface QueryPace {
  readonly retry?: 'never' | undefined
  readonly timeoutSeconds?: number | undefined
}

/** Settings for queries whose result is optional: one attempt with a short timeout. Our choice. */
export const ADVICE: QueryPace = { retry: 'never', timeoutSeconds: 10 }

/**
 * Queries how many posts the account may still publish.
 *
 * @returns Null if the query fails. A failed query does not block a post, because the network
 * enforces its limit itself.
 */
export async function attemptAllowance(
  query: () => Promise<number | null>,
  { signal }: Pick<Call, 'signal'>,
): Promise<number | null> {
  try {
    return await query()
  } catch (error) {
    if ((isInconclusive(error) || RateLimitError.is(error)) && !signal.aborted) return null
    throw error
  }
}
