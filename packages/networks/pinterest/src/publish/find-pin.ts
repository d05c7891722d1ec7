import {
  NetworkError,
  PlatformError,
  type PostResult,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
  type ReplyHeaders,
} from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from '../limits.js'
import { toMomentOrNull, toPostResult } from '../map.js'
import type { Settings } from '../options.js'
import { boardPath } from '../read/index.js'
import { pageReply, type PinReply, pinReply } from '../schemas.js'
import { claimPin, isFree } from './owners.js'
import { printOf, readSentPin, type SentPin } from './receipt.js'
import { noticeOf } from './visibility-notice.js'

/** Seconds before each look: a new pin need not be in a list at once. Our choice. */
const PAUSES = [0, 2, 4, 8] as const
/** Seconds before `sent` from which on a pin may be ours: moments are told in seconds, by two clocks. Our choice. */
const EARLIER_SECONDS = 10
/** Seconds after which a request can make no pin any more: the longest time-out and its retries, several times over. */
const LATER_SECONDS = 900
/** Seconds after which another call may look again, told as `retryAfter`. Our choice. */
const ASK_AGAIN_SECONDS = 60
/** Pins of a page. Our choice. */
const PAGE_SIZE = 100
/** Pages of one look. Our choice. */
const MOST_PAGES = 5

interface Window {
  readonly from: number
  readonly until: number
}

/** When the pin can have been made, by Pinterest's clock. */
function windowOf({ madeAt }: Receipt, call: ReconcileCall): Window {
  const skew = call.networkNow().getTime() - call.clock.now().getTime()
  const sent = madeAt.getTime() + skew
  return { from: sent - EARLIER_SECONDS * 1000, until: sent + LATER_SECONDS * 1000 }
}

function isSent(pin: PinReply, { kind, print }: SentPin, { from, until }: Window): boolean {
  const made = toMomentOrNull(pin.created_at)?.getTime() ?? 0
  const { title, description, link, alt_text: altText } = pin
  const type = pin.media?.media_type ?? kind
  return (
    made >= from &&
    made <= until &&
    pin.is_owner !== false &&
    type === kind &&
    printOf({ title, description, link, altText }) === print
  )
}

interface PinPage {
  readonly pins: readonly PinReply[]
  readonly next: string | null
  readonly headers: ReplyHeaders
}

/** A pin that was found, and what came with it. */
interface SeenPin {
  readonly pin: PinReply
  readonly headers: ReplyHeaders
}

async function readPage(path: string, bookmark: string | null, { http }: ReconcileCall): Promise<PinPage> {
  const query = { page_size: PAGE_SIZE, bookmark }
  const { data: page, headers } = await http.request('GET', path, pageReply, { query, cost: READ_COST })
  const pins: PinReply[] = []
  for (const item of page.items) {
    const pin = v.safeParse(pinReply, item)
    if (pin.success) pins.push(pin.output)
  }
  return { pins, next: page.bookmark || null, headers }
}

/** One look at the newest pins of the board, or of its section. */
async function look(sent: SentPin, receipt: Receipt, call: ReconcileCall): Promise<readonly SeenPin[]> {
  const { boardId, sectionId } = sent
  const section = sectionId === null ? '' : `/sections/${encodeURIComponent(sectionId)}`
  const path = `${boardPath(boardId)}${section}/pins`
  const found: SeenPin[] = []
  let bookmark: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { pins, next, headers } = await readPage(path, bookmark, call)
    // The reply has told the network's time.
    const window = windowOf(receipt, call)
    for (const pin of pins) if (isSent(pin, sent, window)) found.push({ pin, headers })
    const oldest = toMomentOrNull(pins.at(-1)?.created_at)?.getTime() ?? 0
    bookmark = next
    if (bookmark === null || oldest < window.from) break
  }
  return found
}

function toFound({ pin, headers }: SeenPin, settings: Settings, call: ReconcileCall): PostResult {
  claimPin(pin.id, call, settings)
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
      const all = await look(sent, receipt, call)
      const [seen, ...others] = all.filter(({ pin }) => isFree(pin.id, call, settings))
      if (others.length > 0) return { state: 'UNKNOWN' }
      if (seen !== undefined) return { state: 'FOUND', result: toFound(seen, settings, call) }
    } catch (error) {
      call.signal.throwIfAborted()
      if (!isOutage(error)) throw error
    }
  }
  return { state: 'UNKNOWN', retryAfter: isOld ? null : ASK_AGAIN_SECONDS }
}
