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

/** Seconds before each look for a lost message: what was sent a moment ago may turn up late. Our choice. */
export const LOOKS = [0, 1, 3]
/** Pages of a hundred that one look reads at most, back to the first try: a thousand messages. Our choice. */
export const MAX_PAGES = 10
/** Seconds by which the clocks of the account's server and of the service that keeps messages may differ. Our choice. */
export const CLOCK_SECONDS = 2
/** Seconds after the first try in which a message may arrive: no server works on a request for longer. Our choice. */
const ARRIVES_SECONDS = 900
/** Seconds in which another call may look again; after that only a person can tell. Our choice. */
export const QUERY_PERIOD_SECONDS = 600
/** Seconds until that look, told as `retryAfter`. Our choice. */
export const QUERY_AGAIN_SECONDS = 60

const lost = v.object({ convoId: v.string(), words: v.string(), since: v.string() })

/** What tells words apart without being them: a receipt never holds a message. */
function printOf(text: string): string {
  return createHash('sha256').update(text.trim()).digest('base64url')
}

/** Receipt of a message, saved before sending. */
export function toLostData(convoId: string, text: string, sentAt: Date): JsonObject {
  return { convoId, words: printOf(text), since: sentAt.toISOString() }
}

/** How one message stands to the one that is looked for. */
interface Search {
  readonly convoId: string
  readonly words: string
  readonly since: Date
}

/** A message as it came, and as it is read; null for what is none that the account can see. */
interface Listed {
  readonly raw: RawData
  readonly message: Message | null
}

/** One query: the oldest own message with this text since the first attempt that no other key owns; null for none. */
async function look(
  { convoId, words, since }: Search,
  receipt: Receipt,
  { headers, call }: { readonly headers: Headers; readonly call: ReconcileCall },
): Promise<Message | null> {
  const { accountId: did, accountName } = call.connection
  const slack = { secondsBefore: CLOCK_SECONDS, secondsAfter: ARRIVES_SECONDS }
  const looked = await searchList<Listed>({
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
    fits: ({ message }) => message?.isMine === true && !message.deleted && printOf(message.text) === words,
    span: () => sentSpan(sentMoments(since, receipt, call), slack),
    isNewestFirst: true,
    maxPages: MAX_PAGES,
  })
  const claimed = await claimFitting(
    { ...looked, fitting: looked.fitting.toReversed() },
    { idOf: ({ raw }) => String(raw['id']), pick: 'FIRST' },
    call,
  )
  return claimed.state === 'OWNED' ? claimed.item.message : null
}

type Headers = Readonly<Record<string, string>>

/**
 * Looks for a message whose answer was lost: the service has no key against a second one, so it is searched for by its
 * words among what the account has written since the first try, several times. Not seen is no proof: then nobody can say.
 */
export async function findLostMessage(
  receipt: Receipt,
  { headers, call }: { readonly headers: Headers; readonly call: ReconcileCall },
): Promise<Reconciled> {
  const read = v.safeParse(lost, receipt.data)
  const since = read.success ? toMomentOrNull(read.output.since) : null
  if (!read.success || since === null) return { state: 'UNKNOWN' }
  for (const pause of LOOKS) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const result = await look({ ...read.output, since }, receipt, { headers, call })
    if (result) return { state: 'FOUND', result }
  }
  const age = Math.abs(call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < QUERY_PERIOD_SECONDS ? QUERY_AGAIN_SECONDS : null }
}
