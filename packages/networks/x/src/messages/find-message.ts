import {
  claimFitting,
  type ClaimedFitting,
  type JsonObject,
  searchList,
  type Message,
  type Receipt,
  type ReconcileCall,
  sentMoments,
  sentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { lostMessageCost } from '../limits/index.js'
import { SENT_SLACK } from '../publish/find-post.js'
import { readEvents } from './read-events.js'

/** Messages of a page. Our choice: each is billed. */
const PAGE = 20
/** Pages of a conversation that are looked through: a hundred messages, for the same reason. It cannot be asked for a span. */
const MAX_PAGES = 5

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

/**
 * Looks among the newest messages for one that was sent. `ABSENT` proves nothing.
 *
 * @param receipt - Tells when it was sent by our own clock.
 */
export async function findMessage(
  what: SoughtMessage,
  receipt: Pick<Receipt, 'createdAt'>,
  call: ReconcileCall,
): Promise<ClaimedFitting<Message>> {
  const looked = await searchList<Message>({
    async fetchPage(after) {
      const { messages, next } = await readEvents(
        what.conversationId,
        { after, limit: PAGE },
        call,
        lostMessageCost,
      )
      return { items: messages, next }
    },
    idOf: ({ id }) => id,
    createdAt: ({ sentAt }) => sentAt,
    fits: ({ isMine, text }) => isMine && what.text !== null && text === what.text,
    span: () => sentSpan(sentMoments(what.since, receipt, call), SENT_SLACK),
    isNewestFirst: true,
    maxPages: MAX_PAGES,
  })
  // Two messages with the same text cannot be told apart.
  return claimFitting(looked, { idOf: ({ id }) => id, pick: 'ONLY' }, call)
}
