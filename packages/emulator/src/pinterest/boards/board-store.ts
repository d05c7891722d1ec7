import type { Board, Person, Privacy } from '../records.js'
import { nextId, type PinterestState } from '../state.js'

/** Creates a board. */
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

/** True for the owner and for collaborators. */
export const isMember = ({ ownerId, collaboratorIds }: Board, { id }: Pick<Person, 'id'>): boolean =>
  ownerId === id || collaboratorIds.has(id)

/** True if the person has another board of that name, ignoring case. */
export function isNameTaken(state: PinterestState, ownerId: string, name: string, but?: Board): boolean {
  return [...state.boards.values()].some(
    (board) => board !== but && board.ownerId === ownerId && board.name.toLowerCase() === name.toLowerCase(),
  )
}
