import type { JsonObject, Receipt, ReconcileCall, Reconciled } from '@social/core/platform'
import * as v from 'valibot'

import { BUSINESS_COST } from '../limits.js'
import type { Settings } from '../options.js'
import { hashWords } from '../publish/receipts.js'
import { reviewItem } from '../schemas.js'

/** Seconds before each look: Google may read from a copy that is a little behind. Our choice. */
const PAUSES = [0, 3, 6] as const
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const LOOK_AGAIN_SECONDS = 60
/** Seconds since the request after which looking again makes no sense. Our choice. */
const LOOK_AGAIN_UNTIL_SECONDS = 3600

const sentAnswer = v.object({
  reviewName: v.string(),
  words: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** What is written down of an answer before it is sent. The words themselves are not. */
export function answerData(reviewName: string, text: string, sentAt: Date): JsonObject {
  return { reviewName, words: hashWords(text), sentAt: sentAt.toISOString() }
}

/** Reads the review and compares its answer: a review has one, so the words tell. */
export async function findAnswer(
  receipt: Receipt,
  { addresses }: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const read = v.safeParse(sentAnswer, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const { reviewName, words, sentAt } = read.output
  for (const pause of PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const { reviewReply } = await call.http.get(`${addresses.business}/${reviewName}`, reviewItem, {
      cost: BUSINESS_COST,
    })
    if (reviewReply?.comment && hashWords(reviewReply.comment) === words)
      return { state: 'FOUND', result: null }
  }
  const age = (call.networkNow().getTime() - sentAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < LOOK_AGAIN_UNTIL_SECONDS ? LOOK_AGAIN_SECONDS : null }
}
