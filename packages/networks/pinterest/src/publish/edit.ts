import {
  type Connection,
  invalidPost,
  measureText,
  type PostEdit,
  type PostResult,
  type PublishCall,
  readOptions,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
} from '@social/core/platform'

import { LIMITS, READ_COST, WRITE_COST } from '../limits.js'
import { toPostResult } from '../map.js'
import { editOptions, type Settings } from '../options.js'
import { pinPath } from '../read/index.js'
import { type PinReply, pinReply } from '../schemas.js'
import { checkScopes } from './check.js'
import { printOfField, readSentEdit } from './receipt.js'
import { noticeOf } from './visibility-notice.js'

/**
 * Seconds in which the same change can be sent again. Another change of the same pin in this time
 * is unlikely.
 */
const REPEATABLE_SECONDS = 600

/** Editable fields of a pin, with Pinterest's names. */
const FIELDS = ['description', 'title', 'link', 'alt_text', 'board_id', 'board_section_id'] as const
type Change = Readonly<Partial<Record<(typeof FIELDS)[number], string | null>>>

/** @throws InvalidPostError for an unknown option, an invalid value, or a description that is too long. */
function readChange({ text, options }: PostEdit, connection: Connection): Change {
  const given = readOptions(editOptions, options, { platform: 'pinterest' })
  const { title, link, altText, boardId, boardSectionId } = given
  const max = LIMITS.maxTextLength ?? Infinity
  const length = text === null ? 0 : measureText(text)
  if (length > max)
    throw invalidPost('pinterest', {
      field: 'text',
      code: 'TEXT_TOO_LONG',
      limit: max,
      actual: length,
      facts: { over: length - max },
      message: `The new text has ${length} characters. pinterest accepts at most ${max}. Shorten it by ${length - max}.`,
    })
  checkScopes(connection)
  return {
    ...(text !== null && { description: text }),
    ...(title !== undefined && { title }),
    ...(link !== undefined && { link }),
    ...(altText !== undefined && { alt_text: altText }),
    ...(boardId !== undefined && { board_id: boardId }),
    ...(boardSectionId !== undefined && { board_section_id: boardSectionId }),
  }
}

function printsOf(change: Change | PinReply, names: readonly string[]): Record<string, string> {
  const named = FIELDS.filter((field) => names.includes(field))
  return Object.fromEntries(named.map((field) => [field, printOfField(change[field])]))
}

/** Changes the text, options or board of a pin. The same change can be repeated safely. */
export async function editPin(
  postId: string,
  edit: PostEdit,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const path = pinPath(postId)
  const json = readChange(edit, call.connection)
  const data = { pinId: postId, prints: printsOf(json, Object.keys(json)) }
  const until = new Date(call.clock.now().getTime() + REPEATABLE_SECONDS * 1000)
  const reply = await call.http.request('PATCH', path, pinReply, {
    json,
    retry: 'always',
    finish: { data, repeatableUntil: until },
    cost: WRITE_COST,
  })
  const { idempotencyKey } = call
  const notice = noticeOf(reply.headers, settings)
  return toPostResult({ id: reply.data.id, raw: reply.raw }, { idempotencyKey, notice })
}

/**
 * Finds out whether a change with a lost response was applied, by comparing the pin with the new
 * values.
 */
export async function findEdit(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<Reconciled> {
  const sent = readSentEdit(receipt)
  if (sent === null) return { state: 'UNKNOWN' }
  const path = pinPath(sent.pinId)
  const { data: pin, headers } = await call.http.request('GET', path, pinReply, { cost: READ_COST })
  const names = Object.keys(sent.prints)
  const seen = printsOf(pin, names)
  if (!names.every((name) => seen[name] === sent.prints[name])) return { state: 'UNKNOWN' }
  const { idempotencyKey } = call
  const notice = noticeOf(headers, settings)
  return { state: 'FOUND', result: toPostResult({ id: pin.id, raw: pin }, { idempotencyKey, notice }) }
}
