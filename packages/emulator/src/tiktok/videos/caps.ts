import type { Destination, Person, Publication } from '../records.js'
import { Refusal } from '../refusals.js'
import type { TiktokState } from '../state.js'

const DAY = 86_400_000

/** Returns the videos whose upload was completed in the last 24 hours. */
function uploadsOfLastDay(state: TiktokState): Publication[] {
  const since = state.clock.now().getTime() - DAY
  return [...state.publications.values()].filter(
    ({ uploadedAt }) => uploadedAt !== null && uploadedAt.getTime() > since,
  )
}

/**
 * Returns the error for a person who cannot post now: banned, or a limit of the last 24 hours is
 * reached. Null if the person can post.
 */
export function capOf(state: TiktokState, person: Person): Refusal | null {
  const { audited, activePeople, postsPerDay } = state.settings
  if (person.isBanned)
    return new Refusal(403, 'spam_risk_user_banned_from_posting', 'The user is banned from making new posts.')
  const today = uploadsOfLastDay(state)
  const active = new Set(today.map(({ openId }) => openId))
  if (!audited && active.size >= activePeople && !active.has(person.openId))
    return new Refusal(
      403,
      'reached_active_user_cap',
      'The daily quota for active publishing users is reached.',
    )
  const posts = today.filter(
    ({ openId, destination }) => openId === person.openId && destination === 'PROFILE',
  )
  if (posts.length >= postsPerDay)
    return new Refusal(403, 'spam_risk_too_many_posts', 'The daily post cap is reached.')
  return null
}

/** @throws Refusal if the person is banned, or if a daily limit for posts or drafts is reached. */
export function refuseCaps(state: TiktokState, person: Person, destination: Destination): void {
  const cap = capOf(state, person)
  if (cap !== null && (destination === 'PROFILE' || cap.code !== 'spam_risk_too_many_posts')) throw cap
  if (destination === 'PROFILE') return
  const waiting = uploadsOfLastDay(state).filter(
    ({ openId, stage, destination: to }) =>
      openId === person.openId && to === 'DRAFTS' && (stage === 'PROCESSING' || stage === 'IN_INBOX'),
  )
  if (waiting.length >= state.settings.pendingDrafts)
    throw new Refusal(
      403,
      'spam_risk_too_many_pending_share',
      'The user has too many pending shares within 24 hours.',
    )
}
