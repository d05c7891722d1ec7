import {
  type JsonObject,
  makePostResult,
  type QueryResult,
  queryRepeatedly,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
} from '@social/core/platform'
import * as v from 'valibot'

import { BUSINESS_COST } from '../limits.js'
import type { Settings } from '../options.js'
import { hashText } from '../publish/receipts.js'
import { reviewItem } from '../schemas.js'

/** Schedule of the queries for a review. Google may respond from a copy that is updated with a delay. Our choice. */
const PLAN = { pauses: [0, 3, 6], retryAfterSeconds: 60, queryForSeconds: 3600 } as const

const sentAnswer = v.object({
  reviewName: v.string(),
  textHash: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** Builds the receipt of a reply before the reply is sent. The receipt does not contain the text. */
export function answerData(reviewName: string, text: string, sentAt: Date): JsonObject {
  return { reviewName, textHash: hashText(text), sentAt: sentAt.toISOString() }
}

/**
 * Reads the review and compares the text of its reply with the sent text. The text is sufficient,
 * because a review has only one reply.
 */
export async function findAnswer(
  receipt: Receipt,
  { addresses }: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const read = v.safeParse(sentAnswer, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const { reviewName, textHash: hash, sentAt } = read.output
  const query = async (): Promise<QueryResult> => {
    const url = `${addresses.business}/${reviewName}`
    const review = await call.http.get(url, reviewItem, { cost: BUSINESS_COST })
    const { reviewReply } = review
    const isThere = reviewReply?.comment && hashText(reviewReply.comment) === hash
    if (!isThere) return { state: 'ABSENT' }
    const id = reviewName.slice(reviewName.lastIndexOf('/') + 1)
    return { state: 'FOUND', result: makePostResult({ id, url: null, raw: review }) }
  }
  return queryRepeatedly(query, sentAt, PLAN, call)
}
