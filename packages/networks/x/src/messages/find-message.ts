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

/** Messages in one page of the search. Our choice, because X bills each returned message. */
const PAGE = 20
/**
 * Maximum pages of one search. Together they have 100 messages. Our choice, because X bills each
 * returned message and X's request has no time filter.
 */
const MAX_PAGES = 5

const soughtMessage = v.object({
  /** Conversation of the message; null if the message started a new group. */
  conversationId: v.nullable(v.string()),
  /**
   * Text that was sent, at most 10,000 characters; null when the text is too long for the receipt.
   * Without the text, a search cannot find the message.
   */
  text: v.nullable(v.string()),
  since: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** Properties by which a search finds a message whose response was lost. */
export type SoughtMessage = v.InferOutput<typeof soughtMessage>

/** Converts the properties to the JSON that a receipt stores. */
export function toSoughtMessageData(what: SoughtMessage): JsonObject {
  return { soughtMessage: { ...what, since: what.since.toISOString() } }
}

/** Reads the properties from a receipt. Returns null when the receipt has none. */
export function readSoughtMessage({ data }: Pick<Receipt, 'data'>): SoughtMessage | null {
  const read = v.safeParse(soughtMessage, data['soughtMessage'])
  return read.success ? read.output : null
}

/**
 * Searches the newest messages for a message whose response was lost. The result `ABSENT` does not
 * prove that X never received the message.
 *
 * @param receipt - Contains the time of the attempt by the clock of this process.
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
  // `ONLY`, because messages with the same text cannot be distinguished.
  return claimFitting(search, { idOf: ({ id }) => id, pick: 'ONLY' }, call)
}
