import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import {
  atFirstSending,
  createdContainerEntries,
  NO_CONTAINERS,
  textMark,
  writtenNow,
} from '@social/meta-kit'
import * as v from 'valibot'

const text = v.fallback(v.nullable(v.string()), null)

/** Properties by which a search finds a post or comment whose response was lost. */
const keptSent = v.object({
  way: v.picklist(['MEDIA', 'STORY', 'COMMENT', 'MEDIA_COMMENT']),
  /** Hash of the caption or of the comment text. */
  textHash: v.string(),
  /** Time at which the request was sent, by Instagram's clock. */
  sentAt: v.string(),
  /** Time at which the request was sent, by the clock of this process. */
  writtenAt: text,
  /** Id of the parent comment of a reply; null for a post. */
  on: text,
  /**
   * Instagram's `media_type` of the post; null for comments, and in receipts of an earlier
   * version.
   */
  shownAs: text,
})

const kept = v.object({
  ...createdContainerEntries,
  sent: v.fallback(v.nullable(keptSent), null),
})

/** Properties of the sent request, as saved in the receipt. */
export type SavedRequest = Readonly<v.InferOutput<typeof keptSent>>
/** State of publishing that earlier attempts saved. */
export type Kept = Readonly<v.InferOutput<typeof kept>>

/** State before any container exists. */
export const NOTHING: Kept = { ...NO_CONTAINERS, sent: null }

/** Reads the state that an earlier attempt saved in its receipt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.parse(kept, { ...NOTHING, ...receipt?.data })
  return { ...read, sent: read.sent && receipt && atFirstSending(read.sent, receipt) }
}

/**
 * Returns the receipt data of the publishing request. A retry keeps the send time of the first
 * attempt.
 */
export function sentData(
  prepared: Kept,
  sent: {
    readonly way: SavedRequest['way']
    readonly text: string
    readonly on?: string
    readonly shownAs?: string
  },
  call: PublishCall,
): JsonObject {
  const { pieces, parent, createdAt } = prepared
  const { sentAt, writtenAt } = prepared.sent ?? writtenNow(call)
  return {
    pieces: [...pieces],
    parent,
    createdAt,
    sent: {
      way: sent.way,
      textHash: textMark(sent.text),
      sentAt,
      writtenAt,
      on: sent.on ?? null,
      shownAs: sent.shownAs ?? null,
    },
  }
}
