import { createHash } from 'node:crypto'

import { composeText, type PublishCall, type Receipt } from '@social/core/platform'

/** Milliseconds by which a post may be older than its request: clocks differ. Our choice. */
const SLACK_MS = 60_000
/** Milliseconds after that moment in which the network may have made something of it, 15 minutes: repeats of the request, and a slow network. Our choice. */
const LATEST_MS = 900_000

const BREAKS = /\s+/g

/**
 * Words as a receipt keeps them: a digest, under which a lost post is found again. White space counts as one space,
 * because networks change it.
 */
export function wordsMark(words: string): string {
  return createHash('sha256')
    .update(composeText(words.replaceAll(BREAKS, ' ').trim()))
    .digest('hex')
}

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

/**
 * What was sent, with the moment at which the receipt says that it left first. It was written down earlier: it may have
 * waited for its allowance before it left.
 */
export function atFirstSending<T extends WrittenMoment>(sent: T, { madeAt }: Pick<Receipt, 'madeAt'>): T {
  const waited = madeAt.getTime() - Date.parse(sent.writtenAt ?? '')
  if (Number.isNaN(waited)) return sent
  const sentAt = new Date(Date.parse(sent.sentAt) + waited).toISOString()
  return { ...sent, sentAt, writtenAt: madeAt.toISOString() }
}

/** When something can have come out whose request was sent at a moment; by the network's clock, with slack. */
export interface SentWindow {
  readonly from: Date
  readonly until: Date
}

/** The window of a request that was sent then. */
export function sentWindow(sentAt: Date): SentWindow {
  return {
    from: new Date(sentAt.getTime() - SLACK_MS),
    until: new Date(sentAt.getTime() + LATEST_MS),
  }
}

/** True for a moment in the window; one that cannot be read is in none. */
export function isWithin(moment: Date | null, { from, until }: SentWindow): boolean {
  return moment !== null && moment >= from && moment <= until
}

/** What fits, and when the network says that it came out. */
export interface Fitting<T> {
  readonly item: T
  readonly at: Date
}

/** Of several things that fit, the one that came out nearest to the moment: what is older or younger is another. */
export function nearestTo<T>(moment: Date, fitting: readonly Fitting<T>[]): T | null {
  const distance = ({ at }: Fitting<T>): number => Math.abs(at.getTime() - moment.getTime())
  const [nearest] = fitting.toSorted((one, other) => distance(one) - distance(other))
  return nearest?.item ?? null
}
