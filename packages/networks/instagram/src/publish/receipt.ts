import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import { atFirstSending, wordsMark, writtenNow } from '@social/meta-kit'
import * as v from 'valibot'

import { CONTAINER_LIVES_MS } from '../limits.js'

const text = v.fallback(v.nullable(v.string()), null)

/** What is looked for when the answer to the visible request was lost. */
const keptSent = v.object({
  way: v.picklist(['MEDIA', 'STORY', 'COMMENT']),
  /** Digest of the caption, or of the comment. */
  words: v.string(),
  /** By the network's clock. */
  sentAt: v.string(),
  /** The same moment by our own clock. */
  writtenAt: text,
  /** The comment that was answered. */
  on: text,
})

const kept = v.object({
  /** Containers of the pieces, in the order of the media. */
  pieces: v.fallback(v.array(v.string()), []),
  /** The container that is published. */
  parent: text,
  madeAt: text,
  sent: v.fallback(v.nullable(keptSent), null),
})

/** What was sent. */
export type KeptSent = Readonly<v.InferOutput<typeof keptSent>>
/** What an earlier try left behind. */
export type Kept = Readonly<v.InferOutput<typeof kept>>

/** Nothing is at Instagram yet. */
export const NOTHING: Kept = { pieces: [], parent: null, madeAt: null, sent: null }

/** Reads the receipt of an earlier try. */
export function readKept(receipt: Receipt | null): Kept {
  const read = v.parse(kept, { ...NOTHING, ...receipt?.data })
  return { ...read, sent: read.sent && receipt && atFirstSending(read.sent, receipt) }
}

/** Until when containers may be used; null where there are none. */
export function usableUntil({ madeAt }: Kept): Date | null {
  const since = Date.parse(madeAt ?? '')
  return Number.isNaN(since) ? null : new Date(since + CONTAINER_LIVES_MS)
}

/** Writes down what is at Instagram and nobody sees yet. */
export async function keep(prepared: Kept, call: PublishCall): Promise<void> {
  const { pieces, parent, madeAt } = prepared
  await call.checkpoint({
    step: 'PREPARE',
    data: { pieces: [...pieces], parent, madeAt },
    repeatableUntil: usableUntil(prepared),
  })
}

/** What is written down of the visible request. A repeat keeps the moment of the first. */
export function sentData(
  prepared: Kept,
  sent: { readonly way: KeptSent['way']; readonly words: string; readonly on?: string },
  call: PublishCall,
): JsonObject {
  const { pieces, parent, madeAt } = prepared
  const { sentAt, writtenAt } = prepared.sent ?? writtenNow(call)
  return {
    pieces: [...pieces],
    parent,
    madeAt,
    sent: { way: sent.way, words: wordsMark(sent.words), sentAt, writtenAt, on: sent.on ?? null },
  }
}
