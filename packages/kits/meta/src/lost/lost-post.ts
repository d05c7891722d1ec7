import { createHash } from 'node:crypto'

import { type Call, composeText, type PublishCall, type Receipt, sentMoments } from '@social/core/platform'

/**
 * Seconds by which a post may be older than its request, as clocks differ; and those in which the network may have made
 * something of it, 15 minutes: repeats of the request, and a slow network. Our choice.
 */
export const SENT_SLACK = { secondsBefore: 60, secondsAfter: 900 } as const

const BREAKS = /\s+/g

/**
 * Words as a receipt keeps them: a digest, under which a lost post is found again. White space counts as one space,
 * because networks change it.
 */
export function textMark(words: string): string {
  return createHash('sha256')
    .update(composeText(words.replaceAll(BREAKS, ' ').trim()))
    .digest('hex')
}

const NO_TEXT = textMark('')

/** False for the digest of an empty text: a post is never found by "no text" alone. */
export const hasText = (mark: string): boolean => mark !== NO_TEXT

/** When a visible request was written down: by the network's clock, and by ours at the same moment. */
export interface WrittenMoment {
  readonly sentAt: string
  /** Null in a receipt of an earlier version. */
  readonly writtenAt: string | null
}

/** The present, for the data of a visible request. */
export function writtenNow(call: Pick<PublishCall, 'clock' | 'networkNow'>): WrittenMoment {
  return { sentAt: call.networkNow().toISOString(), writtenAt: call.clock.now().toISOString() }
}

/** The moment from which a container can have come out by whatever hand: when it was made, by our clock. */
export function createdMoment(
  { createdAt }: { readonly createdAt: string | null },
  call: Pick<PublishCall, 'clock' | 'networkNow'>,
): WrittenMoment {
  return createdAt === null ? writtenNow(call) : { sentAt: createdAt, writtenAt: createdAt }
}

/**
 * What was sent, with the moment at which the receipt says that it left first. It was written down earlier: it may have
 * waited for its allowance before it left.
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

/** The moments at which what was sent may have left, by the network's clock. */
export function momentsOf(
  { sentAt, writtenAt }: WrittenMoment,
  call: Pick<Call, 'clock' | 'networkNow'>,
): readonly Date[] {
  const sent = new Date(sentAt)
  return writtenAt === null ? [sent] : sentMoments(sent, { createdAt: new Date(writtenAt) }, call)
}
