import { NotFoundError } from '@social/core/platform'

import { isPinterestId } from './pin-path.js'

/**
 * Returns the API path of a board.
 *
 * @throws NotFoundError for an invalid id.
 */
export function boardPath(boardId: string): string {
  if (isPinterestId(boardId)) return `/boards/${boardId}`
  throw new NotFoundError(
    'The pinterest board id is not valid: it must consist of digits. account.run(boards) lists the boards.',
    {
      platform: 'pinterest',
    },
  )
}
