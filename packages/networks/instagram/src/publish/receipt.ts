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

/** Search criteria for the post or comment of a visible request whose response was lost. */
const keptSent = v.object({
  way: v.picklist(['MEDIA', 'STORY', 'COMMENT']),
  /** Digest of the caption or of the comment. */
  textHash: v.string(),
  /** Time when the request was sent, by the network's clock. */
  sentAt: v.string(),
  /** Time when the request was sent, by the local clock. */
  writtenAt: text,
  /** Id of the parent comment of a reply. */
  on: text,
  /** Instagram's `media_type` of the post. Null in receipts of an earlier version, and for comments. */
  shownAs: text,
})

const kept = v.object({
  ...createdContainerEntries,
  sent: v.fallback(v.nullable(keptSent), null),
})

/** Saved search criteria of the visible request. */
export type SavedRequest = Readonly<v.InferOutput<typeof keptSent>>
/** State saved by an earlier attempt. */
export type Kept = Readonly<v.InferOutput<typeof kept>>

/** State before any container exists. */
export const NOTHING: Kept = { ...NO_CONTAINERS, sent: null }

/** Reads the receipt of an earlier attempt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.parse(kept, { ...NOTHING, ...receipt?.data })
  return { ...read, sent: read.sent && receipt && atFirstSending(read.sent, receipt) }
}

/** Builds the saved data of the visible request. A retry keeps the send time of the first attempt. */
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
