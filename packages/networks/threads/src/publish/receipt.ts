import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import {
  atFirstSending,
  createdContainerEntries,
  NO_CONTAINERS,
  textMark,
  type WrittenMoment,
  writtenNow,
} from '@social/meta-kit'
import * as v from 'valibot'

const text = v.fallback(v.nullable(v.string()), null)

/** Properties by which a search finds a post whose response was lost. */
const keptSent = v.object({
  /** Hash of the post's text. */
  textHash: v.string(),
  /** Time at which the request was sent, by Threads' clock. */
  sentAt: v.string(),
  /** Time at which the request was sent, by the clock of this process. */
  writtenAt: text,
  /** Id of the parent post of a reply; null for other posts. */
  replyTo: text,
  /** `media_type` of the post in Threads' lists: `TEXT_POST`, `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM`. */
  shownAs: v.string(),
})

const kept = v.object({
  ...createdContainerEntries,
  sent: v.fallback(v.nullable(keptSent), null),
})

/** Properties of the sent request, as saved in the receipt. */
export type SavedRequest = Readonly<v.InferOutput<typeof keptSent>>
/** State of publishing that earlier attempts saved. */
export type Kept = Readonly<v.InferOutput<typeof kept>>
/** Properties of a post by which a search finds the post, except the time. */
export type Sent = Readonly<Pick<SavedRequest, 'replyTo' | 'shownAs'> & { readonly text: string }>

/** State before any container exists. */
export const NOTHING: Kept = { ...NO_CONTAINERS, sent: null }

/** Reads the state that an earlier attempt saved in its receipt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.parse(kept, { ...NOTHING, ...receipt?.data })
  return { ...read, sent: read.sent && receipt && atFirstSending(read.sent, receipt) }
}

/** Returns the properties by which a search finds a post, with the time at which it was sent. */
export function toSavedRequest(
  { text: message, replyTo, shownAs }: Sent,
  moment: WrittenMoment,
): SavedRequest {
  const { sentAt, writtenAt } = moment
  return { textHash: textMark(message), sentAt, writtenAt, replyTo, shownAs }
}

/**
 * Returns the receipt data of the publishing request. A retry keeps the send time of the first
 * attempt.
 */
export function sentData(prepared: Kept, sent: Sent, call: PublishCall): JsonObject {
  const { pieces, parent, createdAt } = prepared
  const moment = prepared.sent ?? writtenNow(call)
  return { pieces: [...pieces], parent, createdAt, sent: { ...toSavedRequest(sent, moment) } }
}
