import { allows } from '../meta/access.js'
import type { Access } from '../meta/records.js'
import { threadsRefusal } from './faults.js'
import { rootOf, type ThreadsState } from './state.js'

/** Refuses a reply to another person's post if the token lacks the required permission. */
export function requireReplyRight(state: ThreadsState, access: Access, replyTo: string): void {
  const target = state.posts.get(replyTo)
  if (target === undefined) throw threadsRefusal('MEDIA_NOT_FOUND')
  if (rootOf(state, target).owner === access.owner) return
  if (!allows(state, access, 'threads_manage_mentions') && !allows(state, access, 'threads_keyword_search'))
    throw threadsRefusal('NO_REPLY_PERMISSION')
}
