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

/** Number of messages in one page. Our choice, because X bills each message. */
const PAGE = 20
/**
 * Maximum pages of one search: 100 messages. Our choice, because X bills each message and the request accepts no
 * time span.
 */
const MAX_PAGES = 5

const soughtMessage = v.object({
  /** Id of the conversation; null for a new group. */
  conversationId: v.nullable(v.string()),
  /**
   * Sent text, at most 10,000 characters; null when it is too long for the receipt. A search cannot find a message
   * without its text.
   */
  text: v.nullable(v.string()),
  since: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** Properties that identify a lost message. */
export type SoughtMessage = v.InferOutput<typeof soughtMessage>

/** Serialises the properties for a receipt. */
export function toSoughtMessageData(what: SoughtMessage): JsonObject {
  return { soughtMessage: { ...what, since: what.since.toISOString() } }
}

/** Reads the properties from a receipt; null when it has none. */
export function readSoughtMessage({ data }: Pick<Receipt, 'data'>): SoughtMessage | null {
  const read = v.safeParse(soughtMessage, data['soughtMessage'])
  return read.success ? read.output : null
}

/**
 * Searches the newest messages for one that was sent. `ABSENT` proves nothing.
 *
 * @param receipt - Receipt with the time of the attempt by our clock.
 */
export async function findMessage(
  what: SoughtMessage,
  receipt: Pick<Receipt, 'createdAt'>,
  call: ReconcileCall,
): Promise<ClaimedFitting<Message>> {
  const search = await searchList<Message>({
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
  // Two messages with the same text are indistinguishable.
  return claimFitting(search, { idOf: ({ id }) => id, pick: 'ONLY' }, call)
}
