import { requireScopes } from '../meta/access.js'
import { isReadable } from '../meta/containers.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { badParameter, noSuchObject, Refusal } from '../meta/refusal.js'
import { asNumber } from '../meta/reply.js'
import { nextId } from '../meta/state.js'
import { containerType, ownContainer } from './containers.js'
import { pushDeleted } from './events.js'
import { threadsRefusal } from './faults.js'
import { accountType, postType, repliesTo } from './post-node.js'
import { keepPost } from './publish.js'
import type { Post } from './records.js'
import { accountInPath, callerOf, dayAgo, isCaller, rootOf, type ThreadsState } from './state.js'

const BASIC = ['threads_basic']

/** GET /me */
export function readMe(state: ThreadsState, { access, params, fields }: SignedVisit): unknown {
  requireScopes(state, access, BASIC, 10)
  params.only()
  return project(accountType, callerOf(state, access), fields)
}

/**
 * Returns a post that the caller can read: an own post, or a reply below an own post. Returns null
 * for other posts.
 */
export function visiblePost(state: ThreadsState, callerId: string, id: string): Post | null {
  const post = state.posts.get(id)
  if (post === undefined) return null
  return post.owner === callerId || rootOf(state, post).owner === callerId ? post : null
}

/** Handles GET /:id. Returns the account, a container, or a post. */
export async function readNode(
  state: ThreadsState,
  { access, params, path, fields }: SignedVisit,
): Promise<unknown> {
  const id = path['id'] ?? ''
  requireScopes(state, access, BASIC, 10)
  params.only()
  const caller = callerOf(state, access)
  if (isCaller(caller, id)) return project(accountType, caller, fields)
  const post = visiblePost(state, caller.id, id)
  if (post !== null) return project(postType(state, caller.id), post, fields)
  const container = await ownContainer(state, caller.id, id)
  if (container === null || !isReadable(state, container)) throw noSuchObject('get', id)
  return project(containerType(state), container, fields)
}

/** Handles DELETE /:id. Deletes a post or reply of the caller. */
export function deletePost(state: ThreadsState, { access, params, path }: SignedVisit): unknown {
  const id = path['id'] ?? ''
  requireScopes(state, access, ['threads_basic', 'threads_delete'], 10)
  params.only()
  const post = state.posts.get(id)
  if (post === undefined || post.owner !== access.owner) throw noSuchObject('delete', id)
  const since = dayAgo(state)
  const used = state.deletions.filter(({ owner, at }) => owner === access.owner && at > since).length
  if (used >= state.own.deletionsPerDay) throw threadsRefusal('DAILY_POSTS')
  state.deletions.push({ owner: access.owner, at: state.clock.now() })
  state.posts.delete(id)
  pushDeleted(state, post)
  return { success: true, deleted_id: id }
}

/** Handles POST /:id/repost. Publishes the repost immediately. */
export function repost(state: ThreadsState, { access, params, path }: SignedVisit): unknown {
  requireScopes(state, access, ['threads_basic', 'threads_content_publish'], 10)
  params.only()
  const post = state.posts.get(path['id'] ?? '')
  if (post === undefined) throw threadsRefusal('MEDIA_NOT_FOUND')
  const { id: owner, username } = callerOf(state, access)
  const made = keepPost(state, {
    owner,
    username,
    mediaType: 'REPOST_FACADE',
    text: null,
    given: {},
    repostOf: post.id,
  })
  post.reposts += 1
  state.effects.add({ account: owner, kind: 'POST', id: made.id, content: { repostOf: post.id } })
  return { id: made.id }
}

const flagOf = ({ params }: SignedVisit, name: string): boolean => {
  params.only(name)
  const flag = params.boolean(name)
  if (flag === null) throw badParameter(`The parameter ${name} is required`)
  return flag
}

/** Returns all replies below a reply. */
function below(state: ThreadsState, post: Post): Post[] {
  return repliesTo(state, post.id).flatMap((reply) => [reply, ...below(state, reply)])
}

/**
 * Handles POST /:id/manage_reply. Hides or shows a top-level reply to an own post, with the
 * replies below it.
 */
export function manageReply(state: ThreadsState, visit: SignedVisit): unknown {
  const { access, path } = visit
  requireScopes(state, access, ['threads_basic', 'threads_manage_replies'], 10)
  const hidden = flagOf(visit, 'hide')
  const reply = state.posts.get(path['id'] ?? '')
  if (reply === undefined || rootOf(state, reply).owner !== access.owner || reply.replyTo === null)
    throw noSuchObject('post', path['id'] ?? '')
  if (reply.replyTo !== reply.root) throw badParameter('Only top-level replies can be hidden')
  for (const one of [reply, ...below(state, reply)]) one.hidden = hidden
  return { success: true }
}

/** Handles POST /:id/manage_pending_reply. An ignored reply can be approved later. */
export function managePendingReply(state: ThreadsState, visit: SignedVisit): unknown {
  const { access, path } = visit
  requireScopes(state, access, ['threads_basic', 'threads_read_replies', 'threads_manage_replies'], 10)
  const isApproved = flagOf(visit, 'approve')
  const reply = state.posts.get(path['id'] ?? '')
  if (reply === undefined || rootOf(state, reply).owner !== access.owner || reply.approval === null)
    throw noSuchObject('post', path['id'] ?? '')
  reply.approval = isApproved ? 'approved' : 'ignored'
  return { success: true }
}

/** Handles GET /location_search. */
export function searchLocations(state: ThreadsState, { access, params }: SignedVisit): unknown {
  params.only('q', 'latitude', 'longitude')
  if (!params.has('q') && !(params.has('latitude') && params.has('longitude')))
    throw badParameter('The parameter q is required')
  requireScopes(state, access, ['threads_basic', 'threads_location_tagging'], 10)
  const { id: owner } = accountInPath(state, access, 'me', 'GET')
  const since = dayAgo(state)
  if (
    state.searches.filter((one) => one.owner === owner && one.at > since).length >=
    state.own.locationSearchesPerDay
  )
    throw new Refusal({ code: 4, status: 403, message: '(#4) Application request limit reached' })
  state.searches.push({ owner, at: state.clock.now() })
  const query = params.text('q')?.toLowerCase() ?? 'menlo park'
  return {
    data: 'menlo park'.includes(query)
      ? [{ id: asNumber('1234567890123457'), name: 'Menlo Park', city: 'Menlo Park', country: 'US' }]
      : [],
  }
}

/**
 * Returns the id of the account with this name. Generates an id for a person without an emulated
 * account.
 */
export const fakeOwner = (state: ThreadsState, username: string): string =>
  [...state.accounts.values()].find((account) => account.username === username)?.id ?? nextId(state)
