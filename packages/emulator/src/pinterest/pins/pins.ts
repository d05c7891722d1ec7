import type { Visit } from '../../framework/router.js'
import { findBoard } from '../boards/boards.js'
import { findSection } from '../boards/sections.js'
import type { Pin } from '../records.js'
import { type Caller, POSTING_SCOPES, requireCaller } from '../sign-in/access.js'
import type { PinterestState } from '../state.js'
import {
  type Check,
  checkFields,
  type Input,
  isInput,
  oneOf,
  readJson,
  text,
  textOrNull,
} from '../wire/input.js'
import { page } from '../wire/paging.js'
import { invalid, notAuthorized, notPermitted } from '../wire/refusals.js'
import { PIN_FIELDS } from './create-pin.js'
import { pinJson } from './pin-json.js'
import { listedPins, visiblePin } from './pin-store.js'

const reads = { scopes: ['boards:read', 'pins:read'], category: 'org_read' } as const

function readBoolean(url: URL, name: string): boolean {
  const value = url.searchParams.get(name) ?? 'false'
  checkFields({ [name]: value }, { [name]: oneOf('true', 'false') })
  return value === 'true'
}

/**
 * GET /v5/pins: lists the caller's pins. `pin_filter` is checked but has no effect, because saved
 * pins of other people are not emulated.
 */
export function listPins(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, reads)
  const withMetrics = readBoolean(visit.url, 'pin_metrics')
  const filter = visit.url.searchParams.get('pin_filter')
  if (filter !== null)
    checkFields({ filter }, { filter: oneOf('exclude_native', 'exclude_repins', 'has_been_promoted') })
  const pins = listedPins(state, caller.person).filter(
    (pin) =>
      pin.personId === caller.person.id &&
      (caller.scopes.includes('pins:read_secret') || state.boards.get(pin.boardId)?.privacy !== 'SECRET'),
  )
  return Response.json(page(visit.url, pins, (pin) => pinJson(state, caller.person, pin, { withMetrics })))
}

/** GET /v5/pins/:pin: returns a pin. */
export function readPin(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, reads)
  const withMetrics = readBoolean(visit.url, 'pin_metrics')
  const pin = visiblePin(state, caller.person, visit.params['pin'] ?? '')
  return Response.json(pinJson(state, caller.person, pin, { withMetrics }))
}

function ownPin(state: PinterestState, { person }: Caller, id: string): Pin {
  const pin = visiblePin(state, person, id)
  if (pin.personId !== person.id) throw notAuthorized()
  return pin
}

/** DELETE /v5/pins/:pin: deletes a pin of the caller. */
export function deletePin(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, { scopes: POSTING_SCOPES, category: 'org_write' })
  state.pins.delete(ownPin(state, caller, visit.params['pin'] ?? '').id)
  return new Response(null, { status: 204 })
}

const SLOT: Readonly<Record<string, Check>> = { title: text(), description: text(), link: text() }

function changeSlots(pin: Pin, value: unknown): void {
  const { media } = pin
  const slots = value as readonly Input[] // safe cast: the check of `carousel_slots` in CHANGES accepts only an array of objects
  if (media.kind !== 'PICTURES' || slots.length !== media.pictures.length)
    throw invalid("'carousel_slots' must have one slot for each picture")
  for (const slot of slots) checkFields(slot, SLOT)
  media.pictures = media.pictures.map((picture, index) => ({ ...picture, ...slots[index] }))
}

const CHANGES: Readonly<Record<string, Check>> = {
  ...PIN_FIELDS,
  carousel_slots: (value) =>
    Array.isArray(value) && value.every(isInput) ? null : 'is not an array of objects',
}

/**
 * PATCH /v5/pins/:pin: edits a pin of the caller. The media cannot change. At Pinterest this route
 * is in beta.
 */
export async function changePin(state: PinterestState, visit: Visit): Promise<Response> {
  const caller = requireCaller(state, visit, { scopes: POSTING_SCOPES, category: 'org_write' })
  const { canChangePins, environment } = state.settings
  if (!canChangePins && environment === 'PRODUCTION') throw notPermitted('Not authorized to update Pin.')
  const pin = ownPin(state, caller, visit.params['pin'] ?? '')
  const input = await readJson(visit.request)
  checkFields(input, CHANGES)
  const board = findBoard(state, caller, textOrNull(input['board_id']) ?? pin.boardId)
  const sectionId = textOrNull(input['board_section_id'])
  if (sectionId !== null) findSection(board, sectionId)
  if (input['carousel_slots'] !== undefined) changeSlots(pin, input['carousel_slots'])
  if (input['board_section_id'] !== undefined || board.id !== pin.boardId) pin.sectionId = sectionId
  pin.boardId = board.id
  if (input['title'] !== undefined) pin.title = textOrNull(input['title'])
  if (input['description'] !== undefined) pin.description = textOrNull(input['description'])
  if (input['link'] !== undefined) pin.link = textOrNull(input['link'])
  if (input['alt_text'] !== undefined) pin.altText = textOrNull(input['alt_text'])
  return Response.json(pinJson(state, caller.person, pin))
}
