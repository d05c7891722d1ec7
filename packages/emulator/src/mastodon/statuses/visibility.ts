import { blocks, follows } from '../people/people.js'
import type { Person, Status } from '../records.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'

/** True when that person, or anybody when null, may see the status. */
export function maySee(state: MastodonState, viewer: Person | null, status: Status): boolean {
  if (viewer !== null && status.personId === viewer.id) return true
  const isMentioned = viewer !== null && status.mentions.includes(viewer.id)
  if (status.visibility === 'direct') return isMentioned
  if (status.visibility === 'private')
    return isMentioned || (viewer !== null && follows(state, viewer.id, status.personId))
  return viewer === null || !blocks(state, status.personId, viewer.id)
}

/** The status with that id, if the person may see it. @throws Refusal 404 when there is none, or none for them. */
export function visibleStatus(state: MastodonState, viewer: Person | null, id: string): Status {
  const status = state.statuses.get(id)
  if (status === undefined || !maySee(state, viewer, status)) throw notFound()
  return status
}

/** True when the person is not to be shown this status in a thread or among the news: one of the two blocks the other. */
export function isHidden(state: MastodonState, viewer: Person | null, status: Status): boolean {
  if (viewer === null) return false
  return blocks(state, viewer.id, status.personId) || blocks(state, status.personId, viewer.id)
}
