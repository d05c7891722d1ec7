import type { Board, Person, Privacy } from '../records.js'
import { nextId, type PinterestState } from '../state.js'

/** Adds an empty board. Default visibility: public. */
export function addBoard(
  state: PinterestState,
  parts: {
    readonly ownerId: string
    readonly name: string
    readonly description?: string | null
    readonly privacy?: Privacy
  },
): Board {
  const { ownerId, name, description = null, privacy = 'PUBLIC' } = parts
  const now = state.clock.now()
  const board: Board = {
    id: nextId(state),
    ownerId,
    collaboratorIds: new Set(),
    name,
    description,
    privacy,
    createdAt: now,
    pinsModifiedAt: now,
    sections: [],
  }
  state.boards.set(board.id, board)
  return board
}

/** Returns true for the owner and the collaborators of a board. */
export const isMember = ({ ownerId, collaboratorIds }: Board, { id }: Pick<Person, 'id'>): boolean =>
  ownerId === id || collaboratorIds.has(id)

/**
 * Returns true if the person already owns a board with this name, ignoring case. The board `but`
 * is not compared.
 */
export function isNameTaken(state: PinterestState, ownerId: string, name: string, but?: Board): boolean {
  return [...state.boards.values()].some(
    (board) => board !== but && board.ownerId === ownerId && board.name.toLowerCase() === name.toLowerCase(),
  )
}
