import { createHash } from 'node:crypto'

import { type Call, composeText, type PublishCall, type Receipt, sentMoments } from '@social/core/platform'

/**
 * Allowed clock difference before the request, and maximum delay of the post after it: 15 minutes for request retries
 * and slow networks. Our choice.
 */
export const SENT_SLACK = { secondsBefore: 60, secondsAfter: 900 } as const

const BREAKS = /\s+/g

/**
 * Digest of a text, stored in receipts to find a lost post. Sequences of white space count as one space, because
 * networks change them.
 */
export function textMark(text: string): string {
  return createHash('sha256')
    .update(composeText(text.replaceAll(BREAKS, ' ').trim()))
    .digest('hex')
}

const NO_TEXT = textMark('')

/** False for the digest of an empty text: an empty text never identifies a post. */
export const hasText = (mark: string): boolean => mark !== NO_TEXT

/** Time at which a publish request was saved: by the network's clock, and by the local clock at the same moment. */
export interface WrittenMoment {
  readonly sentAt: string
  /** Null in receipts of an earlier version. */
  readonly writtenAt: string | null
}

/** Current time by both clocks, for the data of a publish request. */
export function writtenNow(call: Pick<PublishCall, 'clock' | 'networkNow'>): WrittenMoment {
  return { sentAt: call.networkNow().toISOString(), writtenAt: call.clock.now().toISOString() }
}

/** Creation time of a container by the local clock: the earliest time at which it can be published by any client. */
export function createdMoment(
  { createdAt }: { readonly createdAt: string | null },
  call: Pick<PublishCall, 'clock' | 'networkNow'>,
): WrittenMoment {
  return createdAt === null ? writtenNow(call) : { sentAt: createdAt, writtenAt: createdAt }
}

/**
 * Data of the request with the time of its first attempt from the receipt. The data was saved earlier, perhaps long
 * before the request was allowed to start.
 */
export function atFirstSending<T extends WrittenMoment>(
  sent: T,
  { createdAt }: Pick<Receipt, 'createdAt'>,
): T {
  const waited = createdAt.getTime() - Date.parse(sent.writtenAt ?? '')
  if (Number.isNaN(waited)) return sent
  const sentAt = new Date(Date.parse(sent.sentAt) + waited).toISOString()
  return { ...sent, sentAt, writtenAt: createdAt.toISOString() }
}

/** Possible send times of the request, by the network's clock. */
export function momentsOf(
  { sentAt, writtenAt }: WrittenMoment,
  call: Pick<Call, 'clock' | 'networkNow'>,
): readonly Date[] {
  const sent = new Date(sentAt)
  return writtenAt === null ? [sent] : sentMoments(sent, { createdAt: new Date(writtenAt) }, call)
}
