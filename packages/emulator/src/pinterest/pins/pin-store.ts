import { isMember } from '../boards/board-store.js'
import type { Person, Pin } from '../records.js'
import type { PinterestState } from '../state.js'
import { noPin, notPermitted } from '../wire/refusals.js'

/** Returns true if people other than the owner can see the pin. */
export function isPublic(state: PinterestState, { ownerOnly, boardId }: Pin): boolean {
  return !ownerOnly && state.boards.get(boardId)?.privacy !== 'SECRET'
}

/**
 * Returns the pins for lists, newest first. Omits pins that are newer than `listDelaySeconds`, and
 * owner-only pins of other people.
 */
export function listedPins(state: PinterestState, viewer: Person): Pin[] {
  const until = state.clock.now().getTime() - state.settings.listDelaySeconds * 1000
  return [...state.pins.values()]
    .filter((pin) => pin.createdAt.getTime() <= until)
    .filter((pin) => pin.personId === viewer.id || !pin.ownerOnly)
    .toReversed()
}

/**
 * Returns a pin of the caller, or a public pin on a board that the caller shares.
 * @throws Refusal for any other pin.
 */
export function visiblePin(state: PinterestState, viewer: Person, id: string): Pin {
  const pin = /^\d+$/.test(id) ? state.pins.get(id) : undefined
  if (pin === undefined) throw noPin()
  if (pin.personId === viewer.id) return pin
  if (!isPublic(state, pin)) throw noPin()
  const board = state.boards.get(pin.boardId)
  if (board === undefined || !isMember(board, viewer)) throw notPermitted()
  return pin
}
