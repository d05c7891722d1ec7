import { type Call, RateLimitError } from '@social/core/platform'

import { isInconclusive } from './container-status.js'

/** How a query is sent. */
export interface QueryPace {
  readonly retry?: 'never' | undefined
  readonly timeoutSeconds?: number | undefined
}

/** The pace of a query that a post does not wait for: once, and for a short time. Our choice. */
export const ADVICE: QueryPace = { retry: 'never', timeoutSeconds: 10 }

/**
 * Queries what is left of an allowance.
 *
 * @returns Null where the query fails: it never blocks a post, and the network refuses what is too much.
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
