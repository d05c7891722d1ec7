import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { listReply } from '../meta/paging.js'
import { badParameter, noSuchObject } from '../meta/refusal.js'
import { later, nextId } from '../meta/state.js'
import { pushComment } from './events.js'
import { answersTo, commentsOn, commentType, reactionsOf } from './post-node.js'
import type { Comment } from './records.js'
import { type FacebookState, requirePageScopes } from './state.js'

/** Returns the id of the page that owns an object. Null if the object does not exist. */
export function pageOf(state: FacebookState, id: string): string | null {
  const found = state.posts.get(id) ?? state.videos.get(id) ?? state.photos.get(id) ?? state.comments.get(id)
  return found?.pageId ?? null
}

/**
 * Returns the id of the page that owns an object.
 * @throws Refusal if the object does not exist or the token is for another page.
 */
export function mustReach(state: FacebookState, { access, request }: SignedVisit, id: string): string {
  const pageId = pageOf(state, id)
  if (pageId === null || pageId !== access.pageId) throw noSuchObject(request.method, id)
  return pageId
}

/**
 * Returns the id of the object that holds the comments. For a post with a video, this is the
 * video.
 */
export const threadOf = (state: FacebookState, id: string): string => state.posts.get(id)?.videoId ?? id

/**
 * Stores a comment and sends the webhook event. If `on` is the id of a comment, the new comment is
 * a reply.
 */
export function keepComment(
  state: FacebookState,
  parts: Pick<Comment, 'from' | 'message'> & { readonly on: string; readonly picture?: string | null },
): Comment {
  const { on, from, message, picture = null } = parts
  const parent = state.comments.get(on)
  const objectId = parent?.objectId ?? threadOf(state, on)
  const comment: Comment = {
    id: `${objectId.split('_').at(-1)}_${nextId(state)}`,
    objectId,
    pageId: pageOf(state, on) ?? '',
    parentId: parent?.parentId ?? parent?.id ?? null,
    from,
    message,
    picture,
    createdAt: state.clock.now(),
    hidden: false,
  }
  state.comments.set(comment.id, comment)
  pushComment(state, comment, 'add')
  return comment
}

/** POST /:id/comments: the calling page comments on an object or replies to a comment. */
export function createComment(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path } = visit
  const on = path['id'] ?? ''
  const pageId = mustReach(state, visit, on)
  requirePageScopes(state, access, ['pages_manage_engagement'], 200)
  params.only('message', 'attachment_url')
  const message = params.text('message') ?? ''
  if (message === '' && !params.has('attachment_url')) throw badParameter('The parameter message is required')
  const from = { id: pageId, name: state.pages.get(pageId)?.name ?? '' }
  const { id } = keepComment(state, { on, from, message, picture: params.url('attachment_url') })
  state.effects.add({ account: pageId, kind: 'COMMENT', id, content: { on, message } })
  return { id }
}

/** GET /:id/comments: lists top-level comments. With `filter=stream`, the list includes replies. */
export function listComments(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path, fields, url } = visit
  const id = path['id'] ?? ''
  mustReach(state, visit, id)
  requirePageScopes(state, access, ['pages_read_engagement', 'pages_read_user_content'], 10)
  params.only('filter', 'order', 'limit', 'after', 'before', 'since', 'summary')
  const isStream = params.oneOf('filter', ['stream', 'toplevel']) === 'stream'
  const since = params.number('since')
  const all = state.comments.has(id) ? answersTo(state, id) : commentsOn(state, threadOf(state, id))
  const items = all
    .filter(({ parentId }) => isStream || parentId === null || parentId === id)
    .filter(({ createdAt }) => since === null || createdAt.getTime() > since * 1000)
    .filter(({ createdAt }) => later(createdAt, state.settings.listLagSeconds) <= state.clock.now())
  const isNewestFirst =
    params.oneOf('order', ['chronological', 'reverse_chronological']) === 'reverse_chronological'
  const type = commentType(state)
  return listReply(
    {
      items: isNewestFirst ? items.toReversed() : items,
      idOf: (one) => one.id,
      write: (one) => project(type, one, fields),
      url,
    },
    params,
  )
}

/** POST /:id: hides or unhides a comment. Edits the text only if the page wrote the comment. */
export function changeComment(
  state: FacebookState,
  { access, params }: SignedVisit,
  comment: Comment,
): unknown {
  requirePageScopes(state, access, ['pages_manage_engagement'], 200)
  params.only('is_hidden', 'message')
  const hidden = params.boolean('is_hidden')
  const message = params.text('message')
  if (hidden === null && message === null) throw badParameter('The parameter is_hidden is required')
  if (message !== null && comment.from.id !== comment.pageId)
    throw badParameter('Only own comments can be edited')
  if (hidden !== null && hidden !== comment.hidden) {
    comment.hidden = hidden
    pushComment(state, comment, hidden ? 'hide' : 'unhide')
  }
  if (message !== null) {
    comment.message = message
    pushComment(state, comment, 'edited')
  }
  return { success: true }
}

/** Deletes a comment and its replies. */
export function removeComment(state: FacebookState, comment: Comment): void {
  for (const answer of answersTo(state, comment.id)) state.comments.delete(answer.id)
  state.comments.delete(comment.id)
  pushComment(state, comment, 'remove')
}

/**
 * GET, POST and DELETE /:id/likes, and GET /:id/reactions. A repeated like or unlike changes
 * nothing.
 */
export function likes(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path, request, url } = visit
  const id = threadOf(state, path['id'] ?? '')
  const pageId = mustReach(state, visit, id)
  params.only('limit', 'after', 'before', 'summary')
  if (request.method === 'GET') {
    requirePageScopes(state, access, ['pages_read_engagement'], 10)
    const isAny = url.pathname.endsWith('/reactions')
    const items = [...reactionsOf(state, id)].filter(([, type]) => isAny || type === 'LIKE')
    const list = listReply(
      { items, idOf: ([who]) => who, write: ([who, type]) => ({ id: who, ...(isAny && { type }) }), url },
      params,
    )
    return params.boolean('summary') === true ? { ...list, summary: { total_count: items.length } } : list
  }
  requirePageScopes(state, access, ['pages_manage_engagement'], 200)
  const given = new Map(reactionsOf(state, id))
  if (request.method === 'POST') given.set(pageId, 'LIKE')
  else given.delete(pageId)
  state.reactions.set(id, given)
  return { success: true }
}
