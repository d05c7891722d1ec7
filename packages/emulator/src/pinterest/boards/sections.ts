import type { Visit } from '../../framework/router.js'
import { pinJson } from '../pins/pin-json.js'
import { listedPins } from '../pins/pin-store.js'
import type { Board, Section } from '../records.js'
import { requireCaller } from '../sign-in/access.js'
import { nextId, type PinterestState } from '../state.js'
import { type Check, checkFields, digits, readJson, text } from '../wire/input.js'
import { page } from '../wire/paging.js'
import { noSection } from '../wire/refusals.js'
import { findBoard, ownBoard } from './boards.js'

const FIELDS: Readonly<Record<string, Check>> = { name: text({ min: 1, max: 180 }) }

/**
 * Finds a section of a board by id.
 * @throws Refusal if the board has no such section.
 */
export function findSection(board: Board, id: string): Section {
  checkFields({ board_section_id: id }, { board_section_id: digits })
  const section = board.sections.find((one) => one.id === id)
  if (section === undefined) throw noSection()
  return section
}

const toJson = ({ id, name }: Section): object => ({ id, name })

/** GET /v5/boards/:board/sections: lists the sections of a board. */
export function listSections(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, { scopes: ['boards:read'], category: 'org_read' })
  const { sections } = findBoard(state, caller, visit.params['board'] ?? '')
  return Response.json(page(visit.url, sections, toJson))
}

const writes = { scopes: ['boards:read', 'boards:write'], category: 'org_write' } as const

/** POST /v5/boards/:board/sections: creates a section. Several sections can have the same name. */
export async function createSection(state: PinterestState, visit: Visit): Promise<Response> {
  const caller = requireCaller(state, visit, writes)
  const board = ownBoard(state, caller, visit.params['board'] ?? '')
  const input = await readJson(visit.request)
  checkFields(input, FIELDS, ['name'])
  const section: Section = { id: nextId(state), name: String(input['name']) }
  board.sections = [...board.sections, section]
  return Response.json(toJson(section), { status: 201 })
}

/** PATCH /v5/boards/:board/sections/:section: renames a section. */
export async function changeSection(state: PinterestState, visit: Visit): Promise<Response> {
  const caller = requireCaller(state, visit, writes)
  const board = ownBoard(state, caller, visit.params['board'] ?? '')
  const section = findSection(board, visit.params['section'] ?? '')
  const input = await readJson(visit.request)
  checkFields(input, FIELDS, ['name'])
  section.name = String(input['name'])
  return Response.json(toJson(section))
}

/**
 * DELETE /v5/boards/:board/sections/:section: deletes a section. The pins of the section remain on
 * the board.
 */
export function deleteSection(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, writes)
  const board = ownBoard(state, caller, visit.params['board'] ?? '')
  const { id } = findSection(board, visit.params['section'] ?? '')
  board.sections = board.sections.filter((one) => one.id !== id)
  for (const pin of state.pins.values()) if (pin.sectionId === id) pin.sectionId = null
  return new Response(null, { status: 204 })
}

/** GET /v5/boards/:board/sections/:section/pins: lists the pins of a section, newest first. */
export function listSectionPins(state: PinterestState, visit: Visit): Response {
  const scopes = ['boards:read', 'pins:read']
  const caller = requireCaller(state, visit, { scopes, category: 'org_read' })
  const board = findBoard(state, caller, visit.params['board'] ?? '')
  const section = findSection(board, visit.params['section'] ?? '')
  const pins = listedPins(state, caller.person).filter(({ sectionId }) => sectionId === section.id)
  return Response.json(page(visit.url, pins, (pin) => pinJson(state, caller.person, pin)))
}
