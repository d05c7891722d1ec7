import { createHash } from 'node:crypto'

import {
  claimFitting,
  type JsonObject,
  searchList,
  type Message,
  type RawData,
  type Receipt,
  type Reconciled,
  type ReconcileCall,
  sentMoments,
  sentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { MAX_PAGE_SIZE } from '../limits.js'
import { toMessage, toMomentOrNull } from '../map/index.js'
import { messagesReply } from '../schemas.js'

/**
 * Seconds before each search for a message, because a new message can be listed late. Our choice.
 */
export const SEARCH_PAUSES = [0, 1, 3]
/**
 * Maximum pages of one search. A page has 100 messages, so a search reads at most 1,000. Our
 * choice.
 */
export const MAX_PAGES = 10
/** Maximum clock difference between the account's server and the message service, in seconds. Our choice. */
export const CLOCK_SECONDS = 2
/**
 * Seconds after the first attempt in which the message can still be created, because no server
 * processes a request for longer. Our choice.
 */
const ARRIVES_SECONDS = 900
/**
 * Seconds in which later calls can search again. After this time only a person can decide. Our
 * choice.
 */
export const QUERY_PERIOD_SECONDS = 600
/** Value of `retryAfter` while later calls can search again, in seconds. Our choice. */
export const QUERY_AGAIN_SECONDS = 60

const lost = v.object({ convoId: v.string(), textHash: v.string(), since: v.string() })

/**
 * Returns a hash that identifies a text. Receipts store the hash, because they must not contain
 * the message.
 */
function printOf(text: string): string {
  return createHash('sha256').update(text.trim()).digest('base64url')
}

/** Returns the receipt data of a message. The receipt is saved before the message is sent. */
export function toLostData(convoId: string, text: string, sentAt: Date): JsonObject {
  return { convoId, textHash: printOf(text), since: sentAt.toISOString() }
}

/** Properties by which a search finds a message whose response was lost. */
interface Search {
  readonly convoId: string
  readonly textHash: string
  readonly since: Date
}

/** An entry in the list of messages. `message` is null if the entry is not a readable message. */
interface Listed {
  readonly raw: RawData
  readonly message: Message | null
}

/**
 * Searches once for an own message with this text that was created after the first attempt.
 * Returns the oldest such message that no other key has claimed, or null.
 */
async function searchMessages(
  { convoId, textHash, since }: Search,
  receipt: Receipt,
  { headers, call }: { readonly headers: Headers; readonly call: ReconcileCall },
): Promise<Message | null> {
  const { accountId: did, accountName } = call.connection
  const slack = { secondsBefore: CLOCK_SECONDS, secondsAfter: ARRIVES_SECONDS }
  const search = await searchList<Listed>({
    async fetchPage(cursor) {
      const query = { convoId, limit: MAX_PAGE_SIZE, cursor }
      const path = '/xrpc/chat.bsky.convo.getMessages'
      const reply = await call.http.get(path, messagesReply, { headers, query })
      const people = reply.relatedProfiles ?? []
      const items = reply.messages.map((raw) => ({
        raw,
        message: toMessage(raw, convoId, { did, accountName, people }),
      }))
      return { items, next: reply.cursor ?? null }
    },
    idOf: ({ raw }) => String(raw['id']),
    createdAt: ({ raw }) => toMomentOrNull(String(raw['sentAt'])),
    fits: ({ message }) => message?.isMine === true && !message.deleted && printOf(message.text) === textHash,
    span: () => sentSpan(sentMoments(since, receipt, call), slack),
    isNewestFirst: true,
    maxPages: MAX_PAGES,
  })
  const claimed = await claimFitting(
    { ...search, fitting: search.fitting.toReversed() },
    { idOf: ({ raw }) => String(raw['id']), pick: 'FIRST' },
    call,
  )
  return claimed.state === 'OWNED' ? claimed.item.message : null
}

type Headers = Readonly<Record<string, string>>

/**
 * Searches several times for a message whose response was lost. Compares texts, because the
 * service has no idempotency keys. If no message is found, the service may still have received the
 * message.
 */
export async function findLostMessage(
  receipt: Receipt,
  { headers, call }: { readonly headers: Headers; readonly call: ReconcileCall },
): Promise<Reconciled> {
  const read = v.safeParse(lost, receipt.data)
  const since = read.success ? toMomentOrNull(read.output.since) : null
  if (!read.success || since === null) return { state: 'UNKNOWN' }
  for (const pause of SEARCH_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const result = await searchMessages({ ...read.output, since }, receipt, { headers, call })
    if (result) return { state: 'FOUND', result }
  }
  const age = Math.abs(call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < QUERY_PERIOD_SECONDS ? QUERY_AGAIN_SECONDS : null }
}
