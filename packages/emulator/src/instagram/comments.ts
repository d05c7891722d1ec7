import { requireScopes } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { listReply } from '../meta/paging.js'
import { entryBodies, pushChange } from '../meta/push.js'
import { badParameter, noSuchObject } from '../meta/refusal.js'
import { nextId } from '../meta/state.js'
import { characters } from '../meta/text.js'
import { commentType, repliesOf, topComments } from './media-node.js'
import type { Comment, Media } from './records.js'
import { callerOf, type InstagramState } from './state.js'

const MANAGE = ['instagram_business_basic', 'instagram_business_manage_comments']

interface NewComment {
  readonly media: Media
  readonly parentId: string | null
  readonly from: Comment['from']
  readonly text: string
}

/** Stores a comment and sends the webhook event, even if the account itself wrote the comment. */
export function keepComment(state: InstagramState, parts: NewComment): Comment {
  const { media, parentId, from, text } = parts
  const comment: Comment = {
    id: nextId(state),
    mediaId: media.id,
    parentId,
    from,
    text,
    createdAt: state.clock.now(),
    hidden: false,
  }
  state.comments.set(comment.id, comment)
  const account = state.accounts.get(media.owner)
  if (account?.subscribed === true)
    pushChange(
      state,
      {
        object: 'instagram',
        entryId: media.owner,
        field: 'comments',
        value: {
          id: comment.id,
          from: { ...from, ...(from.id === media.owner && { self_ig_scoped_id: account.appScopedId }) },
          media: { id: media.id, media_product_type: media.productType },
          ...(parentId !== null && { parent_id: parentId }),
          text,
        },
      },
      entryBodies,
    )
  return comment
}

function ownComment(state: InstagramState, parts: NewComment): unknown {
  const { id } = keepComment(state, parts)
  const { media, parentId, from, text } = parts
  state.effects.add({ account: from.id, kind: 'COMMENT', id, content: { media: media.id, parentId, text } })
  return { id }
}

/**
 * Returns the media in the path.
 * @throws Refusal unless the media belongs to the caller.
 */
function mustOwnMedia(state: InstagramState, { access, path, request }: SignedVisit): Media {
  const id = path['id'] ?? ''
  const media = state.media.get(id)
  if (media === undefined || media.owner !== callerOf(state, access).userId)
    throw noSuchObject(request.method, id)
  return media
}

/**
 * Returns a comment.
 * @throws Refusal unless the comment is on media of the caller.
 */
function mustFindComment(state: InstagramState, { access, request }: SignedVisit, id: string): Comment {
  const comment = state.comments.get(id)
  const owner = state.media.get(comment?.mediaId ?? '')?.owner
  if (comment === undefined || owner !== callerOf(state, access).userId)
    throw noSuchObject(request.method, id)
  return comment
}

function messageOf({ params }: SignedVisit): string {
  params.only('message')
  const text = params.must('message')
  if (characters(text) > 2200) throw badParameter('Param message must be at most 2200 characters long.')
  return text
}

/** POST /:id/comments: comments on the caller's own media. */
export function createComment(state: InstagramState, visit: SignedVisit): unknown {
  requireScopes(state, visit.access, MANAGE)
  const media = mustOwnMedia(state, visit)
  const text = messageOf(visit)
  if (!media.commentsEnabled) throw badParameter('Comments are turned off for this media')
  const { userId: id, username } = callerOf(state, visit.access)
  return ownComment(state, { media, parentId: null, from: { id, username }, text })
}

/**
 * POST /:id/replies: replies to a comment. A reply to a reply becomes a reply to the top-level
 * comment.
 */
export function replyToComment(state: InstagramState, visit: SignedVisit): unknown {
  requireScopes(state, visit.access, MANAGE)
  const comment = mustFindComment(state, visit, visit.path['id'] ?? '')
  const text = messageOf(visit)
  const media = state.media.get(comment.mediaId)
  if (media === undefined) throw noSuchObject('post', comment.mediaId)
  if (comment.hidden) throw badParameter('A hidden comment cannot be replied to')
  const { userId: id, username } = callerOf(state, visit.access)
  return ownComment(state, { media, parentId: comment.parentId ?? comment.id, from: { id, username }, text })
}

/**
 * GET /:id/comments lists the top-level comments on media. GET /:id/replies lists the replies to a
 * comment.
 */
export function listComments(state: InstagramState, visit: SignedVisit): unknown {
  requireScopes(state, visit.access, MANAGE, 10)
  const { params, path, fields, url } = visit
  params.only('limit', 'after', 'before')
  const id = path['id'] ?? ''
  const items = url.pathname.endsWith('/replies')
    ? repliesOf(state, mustFindComment(state, visit, id).id)
    : topComments(state, mustOwnMedia(state, visit).id)
  const type = commentType(state)
  return listReply({ items, idOf: (one) => one.id, write: (one) => project(type, one, fields), url }, params)
}

/**
 * POST /:id with `hide`: hides or shows a comment. For comments that the caller wrote, `hide` has
 * no effect.
 */
export function changeComment(state: InstagramState, visit: SignedVisit, id: string): unknown {
  const comment = mustFindComment(state, visit, id)
  visit.params.only('hide')
  const hide = visit.params.boolean('hide')
  if (hide === null) throw badParameter('The parameter hide is required')
  if (comment.from.id !== callerOf(state, visit.access).userId) comment.hidden = hide
  return { success: true }
}

/** DELETE /:id: deletes a comment and its replies. */
export function deleteComment(state: InstagramState, visit: SignedVisit, id: string): unknown {
  const comment = mustFindComment(state, visit, id)
  for (const reply of repliesOf(state, comment.id)) state.comments.delete(reply.id)
  state.comments.delete(comment.id)
  return { success: true }
}
