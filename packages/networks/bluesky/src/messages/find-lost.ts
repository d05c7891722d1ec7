import { createHash } from 'node:crypto'

import type { JsonObject, Message, RawData, Receipt, Reconciled, ReconcileCall } from '@social/core/platform'
import * as v from 'valibot'

import { BIGGEST_PAGE } from '../limits.js'
import { toMessage, toMomentOrNull } from '../map/index.js'
import { messagesReply } from '../schemas.js'

/** Seconds before each look for a lost message: what was sent a moment ago may turn up late. Our choice. */
export const LOOKS = [0, 1, 3]
/** Pages of a conversation that one look reads at most, back to the first try. Our choice. */
export const MOST_PAGES = 5
/** Seconds by which the clocks of the account's server and of the service that keeps messages may differ. Our choice. */
export const CLOCK_SECONDS = 2
/** Seconds in which another call may look again; after that only a person can tell. Our choice. */
export const LOOKING_SECONDS = 600
/** Seconds until that look, told as `retryAfter`. Our choice. */
export const LOOK_AGAIN_SECONDS = 60

const lost = v.object({ convoId: v.string(), words: v.string(), since: v.string() })

/** What tells words apart without being them: a receipt never holds a message. */
function printOf(text: string): string {
  return createHash('sha256').update(text.trim()).digest('base64url')
}

/** What is kept of a message before it is sent. */
export function toLostData(convoId: string, text: string, sentAt: Date): JsonObject {
  return { convoId, words: printOf(text), since: sentAt.toISOString() }
}

/** How one message stands to the one that is looked for. */
interface Search {
  readonly convoId: string
  readonly words: string
  readonly since: Date
}

/** One look: the oldest own message with these words since the first try; null when there is none. */
async function look({ convoId, words, since }: Search, headers: Headers, call: ReconcileCall) {
  const { accountId: did, accountName } = call.connection
  const earliest = since.getTime() - CLOCK_SECONDS * 1000
  let found: Message | null = null
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { convoId, limit: BIGGEST_PAGE, cursor: after }
    const reply: v.InferOutput<typeof messagesReply> = await call.http.get(
      '/xrpc/chat.bsky.convo.getMessages',
      messagesReply,
      { headers, query },
    )
    const people = reply.relatedProfiles ?? []
    const isOlder = (raw: RawData): boolean =>
      (toMomentOrNull(String(raw['sentAt']))?.getTime() ?? earliest) < earliest
    for (const raw of reply.messages) {
      if (isOlder(raw)) continue
      const message = toMessage(raw, convoId, { did, accountName, people })
      if (message?.isMine === true && !message.deleted && printOf(message.text) === words) found = message
    }
    after = reply.cursor ?? null
    if (after === null || reply.messages.some(isOlder)) break
  }
  return found
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
    const result = await look({ ...read.output, since }, headers, call)
    if (result) return { state: 'FOUND', result }
  }
  const age = Math.abs(call.clock.now().getTime() - receipt.madeAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < LOOKING_SECONDS ? LOOK_AGAIN_SECONDS : null }
}
