import { createHash } from 'node:crypto'

import { type Call, composeText, type PublishCall, type Receipt, sentMoments } from '@social/core/platform'

/**
 * Time range in which a lost post may have been created: up to 60 seconds before the request
 * because of clock differences, and up to 15 minutes after the request because of retries and slow
 * networks. Our choice.
 */
export const SENT_SLACK = { secondsBefore: 60, secondsAfter: 900 } as const

const BREAKS = /\s+/g

/**
 * Returns the hash of a text, which a receipt stores to find a lost post. White space counts as
 * one space, because networks change white space.
 */
export function textMark(text: string): string {
  return createHash('sha256')
    .update(composeText(text.replaceAll(BREAKS, ' ').trim()))
    .digest('hex')
}

const NO_TEXT = textMark('')

/** Returns false for the hash of an empty text, because an empty text never identifies a post. */
export const hasText = (mark: string): boolean => mark !== NO_TEXT

/**
 * Time at which the publish request was saved in the receipt, by the network's clock (`sentAt`)
 * and by the local clock (`writtenAt`).
 */
export interface WrittenMoment {
  readonly sentAt: string
  /** Time by the local clock. Null in receipts of an older version. */
  readonly writtenAt: string | null
}

/** Returns the current time by the network's clock and by the local clock. */
export function writtenNow(call: Pick<PublishCall, 'clock' | 'networkNow'>): WrittenMoment {
  return { sentAt: call.networkNow().toISOString(), writtenAt: call.clock.now().toISOString() }
}

/**
 * Returns the creation time of a container, by the local clock. No client can publish the
 * container earlier.
 */
export function createdMoment(
  { createdAt }: { readonly createdAt: string | null },
  call: Pick<PublishCall, 'clock' | 'networkNow'>,
): WrittenMoment {
  return createdAt === null ? writtenNow(call) : { sentAt: createdAt, writtenAt: createdAt }
}

/**
 * Replaces the time in the data of a publish request by the time of the first attempt, which the
 * receipt contains. The data may have been saved long before the request could start.
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

/** Returns the possible times of the publish request, by the network's clock. */
export function momentsOf(
  { sentAt, writtenAt }: WrittenMoment,
  call: Pick<Call, 'clock' | 'networkNow'>,
): readonly Date[] {
  const sent = new Date(sentAt)
  return writtenAt === null ? [sent] : sentMoments(sent, { createdAt: new Date(writtenAt) }, call)
}
