import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import { atFirstSending, wordsMark, type WrittenMoment, writtenNow } from '@social/meta-kit'
import * as v from 'valibot'

import { CONTAINER_LIVES_MS } from '../limits/index.js'

const text = v.fallback(v.nullable(v.string()), null)

/** What is looked for when the answer to the visible request was lost. */
const keptSent = v.object({
  /** Digest of the text. */
  words: v.string(),
  /** By the network's clock. */
  sentAt: v.string(),
  /** The same moment by our own clock. */
  writtenAt: text,
  /** The post that is answered. */
  replyTo: text,
  /** What it shows as: `TEXT_POST`, `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM`. */
  shownAs: v.string(),
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
/** What a post is found by. */
export type Sent = Readonly<Pick<KeptSent, 'replyTo' | 'shownAs'> & { readonly text: string }>

/** Nothing is at Threads yet. */
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

/** Writes down what is at Threads and nobody sees yet. */
export async function keep(prepared: Kept, call: PublishCall): Promise<void> {
  const { pieces, parent, madeAt } = prepared
  await call.checkpoint({
    step: 'PREPARE',
    data: { pieces: [...pieces], parent, madeAt },
    repeatableUntil: usableUntil(prepared),
  })
}

/** What a post that is sent at that moment is found by. */
export function toKeptSent({ text: words, replyTo, shownAs }: Sent, moment: WrittenMoment): KeptSent {
  const { sentAt, writtenAt } = moment
  return { words: wordsMark(words), sentAt, writtenAt, replyTo, shownAs }
}

/** What is written down of the visible request. A repeat keeps the moment of the first. */
export function sentData(prepared: Kept, sent: Sent, call: PublishCall): JsonObject {
  const { pieces, parent, madeAt } = prepared
  const moment = prepared.sent ?? writtenNow(call)
  return { pieces: [...pieces], parent, madeAt, sent: { ...toKeptSent(sent, moment) } }
}
