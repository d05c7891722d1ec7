import type { Status } from '../../records.js'
import type { MastodonState, Tally } from '../../state.js'

function tallyOf(state: MastodonState, id: string): Tally {
  const tally = state.tallies.get(id) ?? { replies: 0, boosts: 0, quotes: 0 }
  state.tallies.set(id, tally)
  return tally
}

/**
 * Returns true for replies that the reply count includes. Only public and unlisted replies count.
 */
const isCounted = ({ visibility }: Status): boolean => visibility === 'public' || visibility === 'unlisted'

function count(state: MastodonState, status: Status, by: 1 | -1): void {
  if (status.replyTo !== null && isCounted(status)) tallyOf(state, status.replyTo).replies += by
  if (status.boostOf !== null) tallyOf(state, status.boostOf).boosts += by
  if (status.quote?.state === 'accepted') tallyOf(state, status.quote.statusId).quotes += by
  if (status.visibility === 'direct') return
  const posts = state.postsOf.get(status.personId) ?? { count: 0, last: status.createdAt }
  posts.count += by
  posts.last = status.createdAt
  state.postsOf.set(status.personId, posts)
}

/** Stores a status and updates the counts. */
export function keepStatus(state: MastodonState, status: Status): void {
  state.statuses.set(status.id, status)
  if (status.replyTo !== null) {
    const siblings = state.replies.get(status.replyTo) ?? []
    siblings.push(status.id)
    state.replies.set(status.replyTo, siblings)
  }
  if (status.boostOf !== null) state.boosts.set(`${status.personId} ${status.boostOf}`, status.id)
  count(state, status, 1)
}

/** Deletes a status with its likes, boosts and notifications. */
export function dropStatus(state: MastodonState, status: Status): void {
  if (!state.statuses.delete(status.id)) return
  count(state, status, -1)
  if (status.boostOf !== null) state.boosts.delete(`${status.personId} ${status.boostOf}`)
  const siblings = state.replies.get(status.replyTo ?? '')
  if (siblings !== undefined && status.replyTo !== null)
    state.replies.set(
      status.replyTo,
      siblings.filter((id) => id !== status.id),
    )
  state.favourites.delete(status.id)
  for (const [personId, reported] of state.notifications)
    state.notifications.set(
      personId,
      reported.filter(({ statusId }) => statusId !== status.id),
    )
  for (const boost of state.statuses.values()) if (boost.boostOf === status.id) dropStatus(state, boost)
  for (const conversation of state.conversations.values())
    if (conversation.lastStatusId === status.id) {
      const last = [...state.statuses.values()].findLast(
        (one) => one.threadId === conversation.threadId && one.visibility === 'direct',
      )
      if (last === undefined) state.conversations.delete(conversation.id)
      else conversation.lastStatusId = last.id
    }
}
