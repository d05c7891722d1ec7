import { NotFoundError } from '@social/core/platform'

import { isPinterestId } from './pin-path.js'

/**
 * Address of a board.
 *
 * @throws NotFoundError for what is no id of Pinterest's.
 */
export function boardPath(boardId: string): string {
  if (isPinterestId(boardId)) return `/boards/${boardId}`
  throw new NotFoundError(
    'pinterest has no such board: ids of boards are digits. account.run(boards) lists them.',
    {
      platform: 'pinterest',
    },
  )
}
