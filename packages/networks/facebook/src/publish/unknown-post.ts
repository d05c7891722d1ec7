import { type Reconciled, type ReconcileCall, sentSpan } from '@social/core/platform'
import { momentsOf, SENT_SLACK, type WrittenMoment } from '@social/meta-kit'

/** Seconds between two queries of a list, because new posts appear in lists with a delay. Our choice. */
const QUERY_SECONDS = 30

/**
 * Outcome of a query that found nothing: not known yet while the post may appear, then unknown.
 *
 * @param isCutShort - True when the account has more newer posts than are read: another query finds no more.
 */
export function unknownPost(sent: WrittenMoment, call: ReconcileCall, isCutShort = false): Reconciled {
  const mayAppear = !isCutShort && call.networkNow() <= sentSpan(momentsOf(sent, call), SENT_SLACK).until
  return { state: 'UNKNOWN', retryAfter: mayAppear ? QUERY_SECONDS : null }
}
