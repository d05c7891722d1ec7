import { usernameOf } from '../people.js'
import type { Board } from '../records.js'
import { type PinterestState, writeTime } from '../state.js'

/** Returns a board in the JSON format of the API. */
export function boardJson(state: PinterestState, board: Board): object {
  const pins = [...state.pins.values()].filter(({ boardId }) => boardId === board.id)
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    privacy: board.privacy,
    owner: { username: usernameOf(state, board.ownerId) },
    pin_count: pins.length,
    follower_count: 0,
    collaborator_count: board.collaboratorIds.size,
    created_at: writeTime(state, board.createdAt),
    board_pins_modified_at: writeTime(state, board.pinsModifiedAt),
    is_ads_only: false,
    media: { image_cover_url: null, pin_thumbnail_urls: [] },
  }
}
