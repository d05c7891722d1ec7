import { type Reconciled, type ReconcileCall, sentSpan } from '@social/core/platform'
import { momentsOf, SENT_SLACK, type WrittenMoment } from '@social/meta-kit'

/** Seconds between two queries of a list, because new posts appear in lists with a delay. Our choice. */
const QUERY_SECONDS = 30

/**
 * Returns the result of a query that found no post: queried again while the post may still appear,
 * then unknown.
 *
 * @param isCutShort - True when the account has more newer posts than the library reads, so that
 * further queries cannot find the post.
 */
export function unknownPost(sent: WrittenMoment, call: ReconcileCall, isCutShort = false): Reconciled {
  const mayAppear = !isCutShort && call.networkNow() <= sentSpan(momentsOf(sent, call), SENT_SLACK).until
  return { state: 'UNKNOWN', retryAfter: mayAppear ? QUERY_SECONDS : null }
}
