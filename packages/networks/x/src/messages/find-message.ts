import type { Call, JsonObject, Message, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import type { Settings } from '../options.js'
import { isFree } from '../publish/owners.js'
import { readEvents } from './read-events.js'

/** Milliseconds by which a message may be older than its request: clocks differ, and X writes moments down before it answers. Our choice. */
const CLOCK_MARGIN_MS = 10_000
/** Messages of the conversation that are looked through. Our choice: each is billed. */
const LOOKED_AT = 20

const soughtMessage = v.object({
  /** The conversation; of a group that was just made, null. */
  conversationId: v.nullable(v.string()),
  /** The text, as it was sent: one of at most 10,000 characters. Longer ones would not fit, and cannot be looked up. */
  text: v.nullable(v.string()),
  since: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** How a lost message is told from others. */
export type SoughtMessage = v.InferOutput<typeof soughtMessage>

/** As a receipt keeps it. */
export function toSoughtMessageData(what: SoughtMessage): JsonObject {
  return { soughtMessage: { ...what, since: what.since.toISOString() } }
}

/** Reads it back; null for a receipt of something else. */
export function readSoughtMessage({ data }: Pick<Receipt, 'data'>): SoughtMessage | null {
  const read = v.safeParse(soughtMessage, data['soughtMessage'])
  return read.success ? read.output : null
}

/** Looks among the newest messages for one that was sent; null when it is not there, which proves nothing. */
export async function findMessage(
  what: SoughtMessage,
  settings: Settings,
  call: Call & { readonly idempotencyKey: string },
): Promise<Message | null> {
  const { messages } = await readEvents(what.conversationId, { after: null, limit: LOOKED_AT }, call)
  const found = messages.filter(
    ({ id, isMine, text, sentAt }) =>
      isMine &&
      isFree(id, call, settings) &&
      text === what.text &&
      sentAt.getTime() >= what.since.getTime() - CLOCK_MARGIN_MS,
  )
  // Two would be two messages of the same words: which one it is cannot be told.
  return found.length === 1 ? (found[0] ?? null) : null
}
