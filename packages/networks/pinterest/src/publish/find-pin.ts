import {
  claimFitting,
  type QueryResult,
  searchList,
  type ListSearch,
  queryRepeatedly,
  type PostResult,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
  type ReplyHeaders,
  sentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { READ_COST } from '../limits.js'
import { toMomentOrNull, toPostResult } from '../map.js'
import type { Settings } from '../options.js'
import { boardPath } from '../read/index.js'
import { pageReply, type PinReply, pinReply } from '../schemas.js'
import { printOf, readSentPin, type SentPin } from './receipt.js'
import { noticeOf } from './visibility-notice.js'

/**
 * Seconds after which a request can no longer create a pin. Several times the longest timeout with
 * its retries.
 */
const LATER_SECONDS = 900
/**
 * Tolerance around the request time in seconds, because times are in whole seconds and clocks
 * differ. Our choice.
 */
const SENT_SLACK = { secondsBefore: 10, secondsAfter: LATER_SECONDS } as const
/** Schedule of the queries for a pin whose response was lost. A new pin can be listed late. Our choice. */
const PLAN = { pauses: [0, 2, 4, 8], retryAfterSeconds: 60, queryForSeconds: LATER_SECONDS } as const
/** Pins in one page, the maximum. https://developers.pinterest.com/docs/api/v5/boards-list_pins (read 2026-11-22) */
const PAGE_SIZE = 250
/**
 * Maximum pages of one search: a thousand pins. Pinterest does not document the order of a board,
 * and people can change it. In tests new pins came first. Our choice.
 */
const MAX_PAGES = 4

/**
 * Returns the time of the request by Pinterest's clock. The receipt contains the time by the
 * client's clock.
 */
function sentAt({ createdAt }: Receipt, call: ReconcileCall): Date {
  const skew = call.networkNow().getTime() - call.clock.now().getTime()
  return new Date(createdAt.getTime() + skew)
}

function isSent(pin: PinReply, { kind, print }: SentPin): boolean {
  const { title, description, link, alt_text: altText } = pin
  const type = pin.media?.media_type ?? kind
  return pin.is_owner !== false && type === kind && printOf({ title, description, link, altText }) === print
}

/** A pin of a page, and the headers of the response. */
interface SeenPin {
  readonly pin: PinReply
  readonly headers: ReplyHeaders
}

/** Searches the pins of the board, or of its section, once. */
function searchBoard(sent: SentPin, receipt: Receipt, call: ReconcileCall): Promise<ListSearch<SeenPin>> {
  const { boardId, sectionId } = sent
  const section = sectionId === null ? '' : `/sections/${encodeURIComponent(sectionId)}`
  const path = `${boardPath(boardId)}${section}/pins`
  return searchList<SeenPin>({
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
    createdAt: ({ pin }) => toMomentOrNull(pin.created_at),
    fits: ({ pin }) => isSent(pin, sent),
    span: () => sentSpan([sentAt(receipt, call)], SENT_SLACK),
    isNewestFirst: true,
    maxPages: MAX_PAGES,
  })
}

function toFound({ pin, headers }: SeenPin, settings: Settings, call: ReconcileCall): PostResult {
  const { idempotencyKey } = call
  return toPostResult({ id: pin.id, raw: pin }, { idempotencyKey, notice: noticeOf(headers, settings) })
}

/**
 * Searches for a pin whose response was lost, by its text, kind and time. Equal pins, and pins
 * without text, cannot be identified. Pinterest may list a new pin late, so a pin that is not
 * found may still exist. A failed query rejects.
 */
export async function findPin(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentPin(receipt)
  if (sent === null || sent.print === null) return { state: 'UNKNOWN' }
  const query = async (): Promise<QueryResult> => {
    const search = await searchBoard(sent, receipt, call)
    const claimed = await claimFitting(search, { idOf: ({ pin }) => pin.id, pick: 'ONLY' }, call)
    if (claimed.state !== 'OWNED') return claimed
    return { state: 'FOUND', result: toFound(claimed.item, settings, call) }
  }
  return queryRepeatedly(query, sentAt(receipt, call), PLAN, call)
}
