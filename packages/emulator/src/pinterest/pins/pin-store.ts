import { isMember } from '../boards/board-store.js'
import type { Person, Pin } from '../records.js'
import type { PinterestState } from '../state.js'
import { noPin, notPermitted } from '../wire/refusals.js'

/** True when others than the owner may see a pin. */
export function isPublic(state: PinterestState, { ownerOnly, boardId }: Pin): boolean {
  return !ownerOnly && state.boards.get(boardId)?.privacy !== 'SECRET'
}

/** Pins in the order of lists, newest first, without those that are too new to be in one. */
export function listedPins(state: PinterestState, viewer: Person): Pin[] {
  const until = state.clock.now().getTime() - state.settings.listDelaySeconds * 1000
  return [...state.pins.values()]
    .filter((pin) => pin.createdAt.getTime() <= until)
    .filter((pin) => pin.personId === viewer.id || !pin.ownerOnly)
    .toReversed()
}

/** A pin the caller may read: an own one, or one on a board they share. */
export function visiblePin(state: PinterestState, viewer: Person, id: string): Pin {
  const pin = /^\d+$/.test(id) ? state.pins.get(id) : undefined
  if (pin === undefined) throw noPin()
  if (pin.personId === viewer.id) return pin
  if (!isPublic(state, pin)) throw noPin()
  const board = state.boards.get(pin.boardId)
  if (board === undefined || !isMember(board, viewer)) throw notPermitted()
  return pin
}
