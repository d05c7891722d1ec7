import { requireScopes } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { listReply } from '../meta/paging.js'
import type { Params } from '../meta/params.js'
import { badParameter, noSuchObject } from '../meta/refusal.js'
import { later } from '../meta/state.js'
import { visiblePost } from './nodes.js'
import { postType, repliesTo } from './post-node.js'
import type { Post } from './records.js'
import { accountInPath, callerOf, isCaller, type ThreadsState } from './state.js'

/** Unix time of the start of the Threads API. Lists do not contain older posts. */
const API_START_SECONDS = 1_688_540_400

function inTimeRange(params: Params): (post: Post) => boolean {
  const since = params.number('since')
  const until = params.number('until')
  if (since !== null && since < API_START_SECONDS)
    throw badParameter(`Param since must be at least ${API_START_SECONDS}`)
  return ({ createdAt }) =>
    (since === null || createdAt.getTime() >= since * 1000) &&
    (until === null || createdAt.getTime() <= until * 1000)
}

const isListed = (state: ThreadsState, { createdAt }: Post): boolean =>
  later(createdAt, state.settings.listLagSeconds) <= state.clock.now()

/** Creates a page of results. Threads returns cursors but never a URL of the next page. */
function reply(
  state: ThreadsState,
  { access, params, fields }: SignedVisit,
  items: readonly Post[],
): unknown {
  const type = postType(state, callerOf(state, access).id)
  return listReply(
    { items, idOf: ({ id }) => id, write: (one) => project(type, one, fields), url: null },
    params,
  )
}

/** Returns the posts of an account, newest first. A new post can appear after a delay. */
function ownPosts(state: ThreadsState, visit: SignedVisit, fits: (post: Post) => boolean): unknown {
  const { access, params, path } = visit
  const { id } = accountInPath(state, access, path['id'] ?? '', 'GET')
  requireScopes(state, access, ['threads_basic'], 10)
  params.only('limit', 'after', 'before', 'since', 'until')
  const isWithin = inTimeRange(params)
  const items = [...state.posts.values()].filter(
    (post) => post.owner === id && !post.isPiece && fits(post) && isWithin(post) && isListed(state, post),
  )
  return reply(state, visit, items.toReversed())
}

/** Handles GET /:id/threads. */
export const listPosts = (state: ThreadsState, visit: SignedVisit): unknown =>
  ownPosts(state, visit, ({ replyTo, given }) => replyTo === null && given['is_ghost_post'] !== 'true')

/** Handles GET /:id/ghost_posts. */
export const listGhosts = (state: ThreadsState, visit: SignedVisit): unknown =>
  ownPosts(state, visit, ({ given }) => given['is_ghost_post'] === 'true')

/** Returns all replies below a post at any depth, including pending replies. */
export const allBelow = (state: ThreadsState, id: string): Post[] =>
  repliesTo(state, id).flatMap((one) => [one, ...allBelow(state, one.id)])

function replies(state: ThreadsState, visit: SignedVisit, of: (id: string) => Post[]): unknown {
  const { access, params, path } = visit
  requireScopes(state, access, ['threads_basic', 'threads_read_replies'], 10)
  const id = path['id'] ?? ''
  if (visiblePost(state, access.owner, id) === null) throw noSuchObject('get', id)
  const sorted = of(id).toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
  return reply(state, visit, (params.boolean('reverse') ?? true) ? sorted.toReversed() : sorted)
}

const isPublic = ({ approval }: Post): boolean => approval === null || approval === 'approved'

/**
 * Handles GET /:id/replies. Lists the replies by an account, or the first-level replies to a post.
 */
export function listReplies(state: ThreadsState, visit: SignedVisit): unknown {
  const caller = callerOf(state, visit.access)
  if (isCaller(caller, visit.path['id'] ?? ''))
    return ownPosts(state, visit, ({ replyTo }) => replyTo !== null)
  visit.params.only('limit', 'after', 'before', 'reverse')
  return replies(state, visit, (id) => repliesTo(state, id).filter(isPublic))
}

/** Handles GET /:id/conversation. Lists replies of every depth as a flat list. */
export function listConversation(state: ThreadsState, visit: SignedVisit): unknown {
  visit.params.only('limit', 'after', 'before', 'reverse')
  return replies(state, visit, (id) => allBelow(state, id).filter(isPublic))
}

/** Handles GET /:id/pending_replies. */
export function listPending(state: ThreadsState, visit: SignedVisit): unknown {
  requireScopes(state, visit.access, ['threads_manage_replies'], 10)
  visit.params.only('limit', 'after', 'before', 'reverse', 'approval_status')
  const wanted = visit.params.oneOf('approval_status', ['pending', 'ignored'])
  return replies(state, visit, (id) =>
    allBelow(state, id).filter(
      ({ approval }) =>
        (approval === 'pending' || approval === 'ignored') && (wanted === null || approval === wanted),
    ),
  )
}
