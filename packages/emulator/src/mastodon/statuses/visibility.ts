import { blocks, follows } from '../people/people.js'
import type { Person, Status } from '../records.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'

/** True if the person, or the public if null, may see the status. */
export function maySee(state: MastodonState, viewer: Person | null, status: Status): boolean {
  if (viewer !== null && status.personId === viewer.id) return true
  const isMentioned = viewer !== null && status.mentions.includes(viewer.id)
  if (status.visibility === 'direct') return isMentioned
  if (status.visibility === 'private')
    return isMentioned || (viewer !== null && follows(state, viewer.id, status.personId))
  return viewer === null || !blocks(state, status.personId, viewer.id)
}

/** Status with this id. @throws Refusal 404 if there is none or the person may not see it. */
export function visibleStatus(state: MastodonState, viewer: Person | null, id: string): Status {
  const status = state.statuses.get(id)
  if (status === undefined || !maySee(state, viewer, status)) throw notFound()
  return status
}

/**
 * True if one of the two people blocks the other: the status is then omitted from threads and notifications.
 */
export function isHidden(state: MastodonState, viewer: Person | null, status: Status): boolean {
  if (viewer === null) return false
  return blocks(state, viewer.id, status.personId) || blocks(state, status.personId, viewer.id)
}
