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

/** Search criteria for the post of a visible request whose response was lost. */
const keptSent = v.object({
  /** Digest of the text. */
  textHash: v.string(),
  /** Time when the request was sent, by the network's clock. */
  sentAt: v.string(),
  /** Time when the request was sent, by the local clock. */
  writtenAt: text,
  /** Id of the parent post. */
  replyTo: text,
  /** `media_type` of the post in Threads' lists: `TEXT_POST`, `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM`. */
  shownAs: v.string(),
})

const kept = v.object({
  ...createdContainerEntries,
  sent: v.fallback(v.nullable(keptSent), null),
})

/** Saved search criteria of the visible request. */
export type SavedRequest = Readonly<v.InferOutput<typeof keptSent>>
/** State saved by an earlier attempt. */
export type Kept = Readonly<v.InferOutput<typeof kept>>
/** Search criteria of a post. */
export type Sent = Readonly<Pick<SavedRequest, 'replyTo' | 'shownAs'> & { readonly text: string }>

/** State before any container exists. */
export const NOTHING: Kept = { ...NO_CONTAINERS, sent: null }

/** Reads the receipt of an earlier attempt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.parse(kept, { ...NOTHING, ...receipt?.data })
  return { ...read, sent: read.sent && receipt && atFirstSending(read.sent, receipt) }
}

/** Returns the search criteria of a post whose request is sent now. */
export function toSavedRequest(
  { text: message, replyTo, shownAs }: Sent,
  moment: WrittenMoment,
): SavedRequest {
  const { sentAt, writtenAt } = moment
  return { textHash: textMark(message), sentAt, writtenAt, replyTo, shownAs }
}

/** Builds the saved data of the visible request. A retry keeps the send time of the first attempt. */
export function sentData(prepared: Kept, sent: Sent, call: PublishCall): JsonObject {
  const { pieces, parent, createdAt } = prepared
  const moment = prepared.sent ?? writtenNow(call)
  return { pieces: [...pieces], parent, createdAt, sent: { ...toSavedRequest(sent, moment) } }
}
