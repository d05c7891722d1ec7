import { blocks, follows } from '../people/people.js'
import type { Person, Status } from '../records.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'

/** Returns true if the viewer is allowed to see the status. A null viewer is the public. */
export function maySee(state: MastodonState, viewer: Person | null, status: Status): boolean {
  if (viewer !== null && status.personId === viewer.id) return true
  const isMentioned = viewer !== null && status.mentions.includes(viewer.id)
  if (status.visibility === 'direct') return isMentioned
  if (status.visibility === 'private')
    return isMentioned || (viewer !== null && follows(state, viewer.id, status.personId))
  return viewer === null || !blocks(state, status.personId, viewer.id)
}

/**
 * Returns the status with this id. @throws Refusal 404 if the id is unknown or the viewer is not
 * allowed to see the status.
 */
export function visibleStatus(state: MastodonState, viewer: Person | null, id: string): Status {
  const status = state.statuses.get(id)
  if (status === undefined || !maySee(state, viewer, status)) throw notFound()
  return status
}

/**
 * Returns true if the viewer or the author blocks the other person. Threads and notifications then
 * omit the status.
 */
export function isHidden(state: MastodonState, viewer: Person | null, status: Status): boolean {
  if (viewer === null) return false
  return blocks(state, viewer.id, status.personId) || blocks(state, status.personId, viewer.id)
}
