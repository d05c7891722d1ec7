import { isMember } from '../boards/board-store.js'
import type { Person, Pin } from '../records.js'
import type { PinterestState } from '../state.js'
import { noPin, notPermitted } from '../wire/refusals.js'

/** True if people other than the owner may see a pin. */
export function isPublic(state: PinterestState, { ownerOnly, boardId }: Pin): boolean {
  return !ownerOnly && state.boards.get(boardId)?.privacy !== 'SECRET'
}

/** Pins of a list, newest first, without pins that are too new. */
export function listedPins(state: PinterestState, viewer: Person): Pin[] {
  const until = state.clock.now().getTime() - state.settings.listDelaySeconds * 1000
  return [...state.pins.values()]
    .filter((pin) => pin.createdAt.getTime() <= until)
    .filter((pin) => pin.personId === viewer.id || !pin.ownerOnly)
    .toReversed()
}

/** Pin that the caller may read: an own one, or one on a shared board. */
export function visiblePin(state: PinterestState, viewer: Person, id: string): Pin {
  const pin = /^\d+$/.test(id) ? state.pins.get(id) : undefined
  if (pin === undefined) throw noPin()
  if (pin.personId === viewer.id) return pin
  if (!isPublic(state, pin)) throw noPin()
  const board = state.boards.get(pin.boardId)
  if (board === undefined || !isMember(board, viewer)) throw notPermitted()
  return pin
}
