import type { Visit } from '../../framework/router.js'
import { pinJson } from '../pins/pin-json.js'
import { listedPins } from '../pins/pin-store.js'
import type { Board, Privacy } from '../records.js'
import { type Caller, assertScopes, requireCaller } from '../sign-in/access.js'
import type { PinterestState } from '../state.js'
import {
  boolean,
  type Check,
  checkFields,
  digits,
  nullable,
  oneOf,
  readJson,
  text,
  textOrNull,
} from '../wire/input.js'
import { page } from '../wire/paging.js'
import { badBoardName, noBoard, notAuthorized } from '../wire/refusals.js'
import { boardJson } from './board-json.js'
import { addBoard, isMember, isNameTaken } from './board-store.js'

const FIELDS: Readonly<Record<string, Check>> = {
  name: text(),
  description: nullable(text()),
  privacy: oneOf('PUBLIC', 'PROTECTED', 'SECRET'),
  is_ads_only: boolean,
}

const CHANGES: Readonly<Record<string, Check>> = {
  name: text(),
  description: nullable(text()),
  privacy: oneOf('PUBLIC', 'SECRET'),
}

/**
 * Returns a board of the caller, own or shared.
 * @throws Refusal with 403 for a public board of another person, and with 404 for any other board.
 */
export function findBoard(state: PinterestState, caller: Caller, id: string): Board {
  checkFields({ board_id: id }, { board_id: digits })
  const board = state.boards.get(id)
  if (board === undefined) throw noBoard()
  if (isMember(board, caller.person)) {
    if (board.privacy === 'SECRET') assertScopes(caller.scopes, ['boards:read_secret'])
    return board
  }
  throw board.privacy === 'PUBLIC' ? notAuthorized() : noBoard()
}

/**
 * Returns a board that the caller owns.
 * @throws Refusal for any other board.
 */
export function ownBoard(state: PinterestState, caller: Caller, id: string): Board {
  const board = findBoard(state, caller, id)
  if (board.ownerId !== caller.person.id) throw notAuthorized()
  if (board.privacy === 'SECRET') assertScopes(caller.scopes, ['boards:write_secret'])
  return board
}

/**
 * GET /v5/boards: lists own and shared boards. Secret boards require the scope
 * `boards:read_secret`.
 */
export function listBoards(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, { scopes: ['boards:read'], category: 'org_read' })
  const privacy = visit.url.searchParams.get('privacy') ?? 'ALL'
  checkFields({ privacy }, { privacy: oneOf('ALL', 'PROTECTED', 'PUBLIC', 'SECRET', 'PUBLIC_AND_SECRET') })
  const seesSecrets = caller.scopes.includes('boards:read_secret')
  const boards = [...state.boards.values()].filter(
    (board) =>
      isMember(board, caller.person) &&
      (board.privacy !== 'SECRET' || seesSecrets) &&
      (privacy === 'ALL' || privacy.split('_AND_').includes(board.privacy)),
  )
  return Response.json(page(visit.url, boards, (board) => boardJson(state, board)))
}

function readName(state: PinterestState, ownerId: string, given: unknown, but?: Board): string {
  const name = String(given).trim()
  if (name === '' || isNameTaken(state, ownerId, name, but)) throw badBoardName()
  return name
}

/** POST /v5/boards: creates a board. */
export async function createBoard(state: PinterestState, visit: Visit): Promise<Response> {
  const scopes = ['boards:read', 'boards:write']
  const caller = requireCaller(state, visit, { scopes, category: 'org_write' })
  const input = await readJson(visit.request)
  checkFields(input, FIELDS, ['name'])
  const privacy = (textOrNull(input['privacy']) ?? 'PUBLIC') as Privacy // safe cast: checkFields above accepts only the three values of Privacy
  if (privacy === 'SECRET') assertScopes(caller.scopes, ['boards:write_secret'])
  const name = readName(state, caller.person.id, input['name'])
  const isAdsOnly = input['is_ads_only'] === true
  const board = addBoard(state, {
    ownerId: caller.person.id,
    // Pinterest renames a board for ads and makes it protected.
    name: isAdsOnly ? `${name} (ads only)` : name,
    description: textOrNull(input['description']),
    privacy: isAdsOnly ? 'PROTECTED' : privacy,
  })
  return Response.json(boardJson(state, board), { status: 201 })
}

/** GET /v5/boards/:board: returns an own or shared board. */
export function readBoard(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, { scopes: ['boards:read'], category: 'org_read' })
  const board = findBoard(state, caller, visit.params['board'] ?? '')
  return Response.json(boardJson(state, board))
}

/** PATCH /v5/boards/:board: changes a board that the caller owns. */
export async function changeBoard(state: PinterestState, visit: Visit): Promise<Response> {
  const scopes = ['boards:read', 'boards:write']
  const caller = requireCaller(state, visit, { scopes, category: 'org_write' })
  const board = ownBoard(state, caller, visit.params['board'] ?? '')
  const input = await readJson(visit.request)
  checkFields(input, CHANGES)
  if (input['name'] !== undefined) board.name = readName(state, board.ownerId, input['name'], board)
  if (input['description'] !== undefined) board.description = textOrNull(input['description'])
  if (input['privacy'] !== undefined) board.privacy = input['privacy'] === 'SECRET' ? 'SECRET' : 'PUBLIC'
  return Response.json(boardJson(state, board))
}

/** DELETE /v5/boards/:board: deletes a board and its pins. */
export function deleteBoard(state: PinterestState, visit: Visit): Response {
  const scopes = ['boards:read', 'boards:write']
  const caller = requireCaller(state, visit, { scopes, category: 'org_write' })
  const board = ownBoard(state, caller, visit.params['board'] ?? '')
  for (const pin of state.pins.values()) if (pin.boardId === board.id) state.pins.delete(pin.id)
  state.boards.delete(board.id)
  return new Response(null, { status: 204 })
}

/** GET /v5/boards/:board/pins: lists the pins of a board, newest first. */
export function listBoardPins(state: PinterestState, visit: Visit): Response {
  const scopes = ['boards:read', 'pins:read']
  const caller = requireCaller(state, visit, { scopes, category: 'org_read' })
  const board = findBoard(state, caller, visit.params['board'] ?? '')
  if (board.privacy === 'SECRET') assertScopes(caller.scopes, ['pins:read_secret'])
  const pins = listedPins(state, caller.person).filter(({ boardId }) => boardId === board.id)
  return Response.json(page(visit.url, pins, (pin) => pinJson(state, caller.person, pin)))
}
