import { type Call, RateLimitError } from '@social/core/platform'

import { isInconclusive } from './container-status.js'

/** Retries and timeout of a query. */
export interface QueryPace {
  readonly retry?: 'never' | undefined
  readonly timeoutSeconds?: number | undefined
}

/** Pace of advisory queries: one attempt with a short timeout. Our choice. */
export const ADVICE: QueryPace = { retry: 'never', timeoutSeconds: 10 }

/**
 * Queries the remaining allowance.
 *
 * @returns Null when the query fails. The query never blocks a post: the network enforces its limit.
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
