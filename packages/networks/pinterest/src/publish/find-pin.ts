import {
  lookBack,
  type LookedBack,
  NetworkError,
  onlyFitting,
  PlatformError,
  type PostResult,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
  type ReplyHeaders,
  sentSpan,
  type SentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from '../limits.js'
import { toMomentOrNull, toPostResult } from '../map.js'
import type { Settings } from '../options.js'
import { boardPath } from '../read/index.js'
import { pageReply, type PinReply, pinReply } from '../schemas.js'
import { printOf, readSentPin, type SentPin } from './receipt.js'
import { noticeOf } from './visibility-notice.js'

/** Seconds before each look: a new pin need not be in a list at once. Our choice. */
const PAUSES = [0, 2, 4, 8] as const
/** Seconds after which a request can make no pin any more: the longest time-out and its retries, several times over. */
const LATER_SECONDS = 900
/** Seconds around the request in which a pin may be ours: moments are told in seconds, by two clocks. Our choice. */
const SENT_SLACK = { secondsBefore: 10, secondsAfter: LATER_SECONDS } as const
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const ASK_AGAIN_SECONDS = 60
/** Pins of a page: the most there are. https://developers.pinterest.com/docs/api/v5/boards-list_pins (read 2026-11-22) */
const PAGE_SIZE = 250
/**
 * Pages of one look: a thousand pins. The order of a board is documented nowhere, and people may change it: new pins were
 * seen first. Our choice.
 */
const MOST_PAGES = 4

/** When the pin left, by Pinterest's clock: our receipt tells it by ours. */
function spanOf({ madeAt }: Receipt, call: ReconcileCall): SentSpan {
  const skew = call.networkNow().getTime() - call.clock.now().getTime()
  return sentSpan([new Date(madeAt.getTime() + skew)], SENT_SLACK)
}

function isSent(pin: PinReply, { kind, print }: SentPin): boolean {
  const { title, description, link, alt_text: altText } = pin
  const type = pin.media?.media_type ?? kind
  return pin.is_owner !== false && type === kind && printOf({ title, description, link, altText }) === print
}

/** A pin that was found, and what came with it. */
interface SeenPin {
  readonly pin: PinReply
  readonly headers: ReplyHeaders
}

/** One look at the pins of the board, or of its section. */
function look(
  sent: SentPin,
  { receipt, settings: { owners } }: { readonly receipt: Receipt; readonly settings: Settings },
  call: ReconcileCall,
): Promise<LookedBack<SeenPin>> {
  const { boardId, sectionId } = sent
  const section = sectionId === null ? '' : `/sections/${encodeURIComponent(sectionId)}`
  const path = `${boardPath(boardId)}${section}/pins`
  return lookBack<SeenPin>({
    async fetchPage(bookmark) {
      const query = { page_size: PAGE_SIZE, bookmark }
      const { data, headers } = await call.http.request('GET', path, pageReply, { query, cost: READ_COST })
      const items = data.items.flatMap((item) => {
        const pin = v.safeParse(pinReply, item)
        return pin.success ? [{ pin: pin.output, headers }] : []
      })
      return { items, next: data.bookmark || null }
    },
    idOf: ({ pin }) => pin.id,
    madeAt: ({ pin }) => toMomentOrNull(pin.created_at),
    fits: ({ pin }) => isSent(pin, sent) && owners.isFree(pin.id, call),
    span: () => spanOf(receipt, call),
    isNewestFirst: true,
    maxPages: MOST_PAGES,
  })
}

function toFound({ pin, headers }: SeenPin, settings: Settings, call: ReconcileCall): PostResult {
  settings.owners.claim(pin.id, call)
  const { idempotencyKey } = call
  return toPostResult({ id: pin.id, raw: pin }, { idempotencyKey, notice: noticeOf(headers, settings) })
}

/** True for what may pass by itself; a rate limit and a dead token are told to the application. */
function isOutage(error: unknown): boolean {
  return NetworkError.is(error) || (PlatformError.is(error) && error.isOutage)
}

/**
 * Looks for a pin whose answer was lost: by its words, what it shows, and when it was made. Two that are alike, and a pin
 * that says nothing, cannot be told apart, so nobody can say. Not seen is no proof.
 */
export async function findPin(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentPin(receipt)
  if (sent === null || sent.print === null) return { state: 'UNKNOWN' }
  const isOld = call.clock.now().getTime() > receipt.madeAt.getTime() + LATER_SECONDS * 1000
  for (const pause of isOld ? PAUSES.slice(0, 1) : PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    try {
      const looked = await look(sent, { receipt, settings }, call)
      const seen = onlyFitting(looked)
      if (seen !== null) return { state: 'FOUND', result: toFound(seen, settings, call) }
      if (looked.fitting.length > 1 || looked.isCutShort) return { state: 'UNKNOWN' }
    } catch (error) {
      call.signal.throwIfAborted()
      if (!isOutage(error)) throw error
    }
  }
  return { state: 'UNKNOWN', retryAfter: isOld ? null : ASK_AGAIN_SECONDS }
}
