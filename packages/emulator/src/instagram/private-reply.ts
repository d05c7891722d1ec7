import { requireScopes } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { badParameter, noSuchObject } from '../meta/refusal.js'
import { later, nextId } from '../meta/state.js'
import { instagramRefusal } from './faults.js'
import { accountInPath, type InstagramState } from './state.js'

const MANAGE = ['instagram_business_basic', 'instagram_business_manage_comments']
/**
 * Maximum length of a message in bytes of UTF-8.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api
 * (read 2026-11-22)
 */
const MAX_BYTES = 1000
/**
 * Seconds in which a comment can get a private reply: 7 days.
 * https://developers.facebook.com/documentation/instagram-platform/private-replies (copy of 30
 * June 2026)
 */
const WINDOW_SECONDS = 7 * 86_400

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * POST /:id/messages: sends a private reply to the author of a comment. A comment can get one
 * private reply, within seven days. Other messages are not emulated.
 * https://developers.facebook.com/documentation/instagram-platform/private-replies (copy of 30
 * June 2026)
 */
export function sendPrivateReply(state: InstagramState, { access, params, path }: SignedVisit): unknown {
  const account = accountInPath(state, access, path['id'] ?? '', 'POST')
  requireScopes(state, access, MANAGE)
  params.only('recipient', 'message')
  const commentId = textOf(params.object('recipient')?.['comment_id'])
  if (commentId === null) throw badParameter('The parameter recipient needs a comment_id here')
  const text = textOf(params.object('message')?.['text'])
  if (text === null) throw badParameter('Message cannot be empty, must provide valid attachment or text')
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw badParameter('Length of param message[text] must be less than or equal to 1000')
  const comment = state.comments.get(commentId)
  if (comment === undefined || state.media.get(comment.mediaId)?.owner !== account.userId)
    throw noSuchObject('post', commentId)
  if (comment.from.id === account.userId) throw instagramRefusal('PRIVATE_REPLY_REFUSED')
  if (state.privateReplies.has(commentId)) throw instagramRefusal('PRIVATE_REPLY_TWICE')
  if (later(comment.createdAt, WINDOW_SECONDS) < state.clock.now()) throw instagramRefusal('OUTSIDE_WINDOW')
  const id = `aWdf${state.seed.token('message', 30)}`
  const to = nextId(state)
  state.privateReplies.set(commentId, { id, commentId, to, text, sentAt: state.clock.now() })
  state.effects.add({ account: account.userId, kind: 'MESSAGE', id, content: { commentId, text } })
  return { recipient_id: to, message_id: id }
}
