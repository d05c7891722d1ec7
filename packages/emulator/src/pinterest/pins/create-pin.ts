import type { Visit } from '../../framework/router.js'
import { findBoard } from '../boards/boards.js'
import { findSection } from '../boards/sections.js'
import { takeMedia } from '../media/media-source.js'
import type { Pin } from '../records.js'
import { assertScopes, POSTING_SCOPES, requireCaller } from '../sign-in/access.js'
import { nextId, type PinterestState } from '../state.js'
import {
  type Check,
  checkFields,
  digits,
  type Input,
  isInput,
  nullable,
  pattern,
  readJson,
  text,
  textOrNull,
} from '../wire/input.js'
import { notPermitted, onTrial } from '../wire/refusals.js'
import { pinJson } from './pin-json.js'

/** Fields that a request can set when it creates or edits a pin, with their checks. */
export const PIN_FIELDS: Readonly<Record<string, Check>> = {
  board_id: digits,
  board_section_id: nullable(digits),
  title: nullable(text({ max: 100 })),
  description: nullable(text({ max: 800 })),
  link: nullable(text({ max: 2048 })),
  alt_text: nullable(text({ max: 500 })),
}

const FIELDS: Readonly<Record<string, Check>> = {
  ...PIN_FIELDS,
  dominant_color: nullable(pattern(/^#[0-9a-fA-F]{6}$/)),
  parent_pin_id: nullable(digits),
  sponsor_id: nullable(digits),
  media_source: (value) => (isInput(value) ? null : 'is not an object'),
}

/**
 * Returns the content of a request for the effects, where tests find repeated posts. The hash
 * replaces the id of a video, because every upload of the same file has a new id.
 */
function contentOf(state: PinterestState, input: Input): object {
  const source = isInput(input['media_source']) ? input['media_source'] : {}
  const sum = state.uploads.get(String(source['media_id']))?.sha256
  return { ...input, media_source: sum === undefined ? source : { ...source, media_id: sum } }
}

/** Adds a pin with all statistics at 0, created now. */
export function keepPin(state: PinterestState, parts: Omit<Pin, 'id' | 'createdAt' | 'numbers'>): Pin {
  const numbers = { impression: 0, pinClick: 0, clickthrough: 0, reaction: 0, comment: 0, save: 0 }
  const pin: Pin = { ...parts, id: nextId(state), createdAt: state.clock.now(), numbers }
  state.pins.set(pin.id, pin)
  return pin
}

/** POST /v5/pins: creates a pin. */
export async function createPin(state: PinterestState, visit: Visit): Promise<Response> {
  const caller = requireCaller(state, visit, { scopes: POSTING_SCOPES, category: 'org_write' })
  const { access, trialPins, environment } = state.settings
  const isSandbox = environment === 'SANDBOX'
  if (access === 'TRIAL' && trialPins === 'REFUSED' && !isSandbox) throw onTrial()
  const input = await readJson(visit.request)
  checkFields(input, FIELDS, ['board_id', 'media_source'])
  // Pinterest allows these two fields only for selected accounts.
  if (typeof input['sponsor_id'] === 'string' || typeof input['parent_pin_id'] === 'string')
    throw notPermitted()
  const board = findBoard(state, caller, String(input['board_id']))
  if (board.privacy === 'SECRET') assertScopes(caller.scopes, ['pins:write_secret'])
  const sectionId = textOrNull(input['board_section_id'])
  if (sectionId !== null) findSection(board, sectionId)
  const media = await takeMedia(state, caller.person, input['media_source'])
  const pin = keepPin(state, {
    personId: caller.person.id,
    boardId: board.id,
    sectionId,
    title: textOrNull(input['title']),
    description: textOrNull(input['description']),
    link: textOrNull(input['link']),
    altText: textOrNull(input['alt_text']),
    dominantColor: textOrNull(input['dominant_color']),
    media,
    ownerOnly: isSandbox || access === 'TRIAL',
  })
  board.pinsModifiedAt = pin.createdAt
  state.effects.add({ account: pin.personId, kind: 'POST', id: pin.id, content: contentOf(state, input) })
  return Response.json(pinJson(state, caller.person, pin), { status: 201 })
}
