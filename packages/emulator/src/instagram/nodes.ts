import { allows, requireScopes } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { listReply } from '../meta/paging.js'
import { badParameter, noSuchObject, Refusal } from '../meta/refusal.js'
import { later } from '../meta/state.js'
import { changeComment, deleteComment } from './comments.js'
import { containerType, mustOwnContainer } from './containers.js'
import { accountType, commentType, mediaType } from './media-node.js'
import type { Media } from './records.js'
import { accountInPath, callerOf, type InstagramState } from './state.js'

const BASIC = ['instagram_business_basic']

/** Returns published media of the caller. Null if the caller has no media with this id. */
export function ownMedia(state: InstagramState, { access }: SignedVisit, id: string): Media | null {
  const media = state.media.get(id)
  return media !== undefined && media.owner === callerOf(state, access).userId ? media : null
}

/** GET /me: returns the account of the caller. */
export function readMe(state: InstagramState, visit: SignedVisit): unknown {
  requireScopes(state, visit.access, BASIC, 10)
  visit.params.only()
  return project(accountType(state), callerOf(state, visit.access), visit.fields)
}

/** GET /:id: returns the caller's account, or a container, media or comment of the caller. */
export async function readNode(state: InstagramState, visit: SignedVisit): Promise<unknown> {
  const { access, path, fields } = visit
  const id = path['id'] ?? ''
  requireScopes(state, access, BASIC, 10)
  visit.params.only()
  const caller = callerOf(state, access)
  if (id === caller.userId || id === caller.appScopedId) return project(accountType(state), caller, fields)
  const media = ownMedia(state, visit, id)
  if (media !== null) return project(mediaType(state), media, fields)
  const comment = state.comments.get(id)
  if (comment !== undefined && ownMedia(state, visit, comment.mediaId) !== null) {
    requireScopes(state, access, ['instagram_business_manage_comments'], 10)
    return project(commentType(state), comment, fields)
  }
  return project(containerType(state), await mustOwnContainer(state, caller.userId, id, 'get'), fields)
}

/** POST /:id: hides or shows a comment. For media, turns comments on or off. */
export function changeNode(state: InstagramState, visit: SignedVisit): unknown {
  const id = visit.path['id'] ?? ''
  requireScopes(state, visit.access, ['instagram_business_manage_comments'])
  const media = ownMedia(state, visit, id)
  if (media === null) return changeComment(state, visit, id)
  visit.params.only('comment_enabled')
  const isOpen = visit.params.boolean('comment_enabled')
  if (isOpen === null) throw badParameter('The parameter comment_enabled is required')
  media.commentsEnabled = isOpen
  return { success: true }
}

/** DELETE /:id: deletes a comment. This API cannot delete published media. */
export function deleteNode(state: InstagramState, visit: SignedVisit): unknown {
  const id = visit.path['id'] ?? ''
  if (!allows(state, visit.access, 'instagram_business_manage_comments') || !state.comments.has(id))
    throw noSuchObject('delete', id)
  return deleteComment(state, visit, id)
}

const isListed = (state: InstagramState, { createdAt }: Media): boolean =>
  later(createdAt, state.settings.listLagSeconds) <= state.clock.now()

/**
 * GET /:id/media lists posts and reels. GET /:id/stories lists the stories of the last 24 hours.
 * Newest first, without media newer than `listLagSeconds`.
 */
export function listMedia(state: InstagramState, visit: SignedVisit): unknown {
  const { access, params, path, fields, url } = visit
  const account = accountInPath(state, access, path['id'] ?? '', 'GET')
  requireScopes(state, access, BASIC, 10)
  params.only('limit', 'after', 'before', 'since', 'until')
  const isStories = url.pathname.endsWith('/stories')
  const day = later(state.clock.now(), -86_400)
  const since = params.number('since')
  const items = [...state.media.values()]
    .filter(({ owner, isPiece }) => owner === account.userId && !isPiece)
    .filter(({ productType, createdAt }) =>
      isStories ? productType === 'STORY' && createdAt > day : productType !== 'STORY',
    )
    .filter((media) => isListed(state, media))
    .filter(({ createdAt }) => since === null || createdAt.getTime() >= since * 1000)
    .toReversed()
  const type = mediaType(state)
  return listReply({ items, idOf: ({ id }) => id, write: (one) => project(type, one, fields), url }, params)
}

const FIELDS = [
  'comments',
  'live_comments',
  'mentions',
  'messages',
  'message_reactions',
  'messaging_postbacks',
  'messaging_referral',
  'messaging_seen',
  'messaging_optins',
  'messaging_handover',
  'message_echoes',
  'message_edit',
  'standby',
]

/**
 * GET, POST and DELETE /:id/subscribed_apps: reads or changes the webhook subscription. A
 * subscription includes all webhook fields of the app, whatever fields are requested.
 */
export function subscribeApps(state: InstagramState, visit: SignedVisit): unknown {
  const { access, params, path, request } = visit
  const account = accountInPath(state, access, path['id'] ?? '', request.method)
  if (request.method === 'GET')
    return {
      data: account.subscribed
        ? [{ id: state.settings.appId, subscribed_fields: state.settings.webhookFields ?? FIELDS }]
        : [],
    }
  params.only('subscribed_fields')
  if (request.method === 'POST') {
    requireScopes(state, access, ['instagram_business_manage_comments'])
    params.must('subscribed_fields')
    for (const field of params.list('subscribed_fields'))
      if (!FIELDS.includes(field))
        throw new Refusal({
          code: 100,
          message: `(#100) Param subscribed_fields[0] must be one of {${FIELDS.join(', ').toUpperCase()}} - got "${field}".`,
        })
  }
  account.subscribed = request.method === 'POST'
  return { success: true }
}
