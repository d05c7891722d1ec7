import type { Visit } from '../../framework/router.js'
import { personOf } from '../people.js'
import type { Access, Comment, Video } from '../records.js'
import { type JsonObject, readJson, requireAccess, requireAccount, requireText } from '../sign-in/access.js'
import type { BusinessState } from '../state.js'
import { requireVideo } from '../videos.js'
import { badField, noPermission } from '../wire/refusals.js'
import { commentJson, isOwn } from './comment-json.js'
import { addComment, removeComment, requireComment, setVisibility } from './comments.js'

/**
 * Maximum length of a comment in Unicode code points.
 * https://business-api.tiktok.com/portal/docs?id=1762228448779266 (copy of August 2026)
 */
const MAX_TEXT_LENGTH = 1200

interface Write {
  readonly access: Access
  readonly body: JsonObject
  readonly video: Video
}

/**
 * Checks the token, reads the body and finds the video. Deleting a comment does not use this
 * function, because its body names no video.
 */
async function readWrite(state: BusinessState, visit: Visit, fields: readonly string[]): Promise<Write> {
  const access = requireAccess(state, visit, 'comment.list.manage')
  const body = await readJson(visit.request, ['business_id', 'video_id', ...fields])
  requireAccount(state, visit, access, requireText(body, 'business_id'))
  return { access, body, video: requireVideo(state, access, requireText(body, 'video_id')) }
}

function readText(body: JsonObject): string {
  const text = requireText(body, 'text')
  if (Array.from(text).length > MAX_TEXT_LENGTH)
    throw badField('text', `Longer than maximum length ${MAX_TEXT_LENGTH}.`)
  return text
}

function readAction<W extends string>(body: JsonObject, message: readonly W[]): W {
  const given = requireText(body, 'action')
  const word = message.find((one) => one === given)
  if (word === undefined) throw badField('action', `Must be one of: ${message.join(', ')}.`)
  return word
}

function written(state: BusinessState, account: string, comment: Comment): object {
  const { id, videoId, parentId, text } = comment
  state.effects.add({ account, kind: 'COMMENT', id, content: { videoId, parentId, text } })
  const { user_id, unique_identifier, create_time, ...rest } = commentJson(state, comment)
  return {
    comment_id: comment.id,
    ...(comment.parentId !== null && { parent_comment_id: rest['parent_comment_id'] }),
    video_id: comment.videoId,
    user_id,
    unique_identifier,
    create_time,
    text: comment.text,
  }
}

/** POST /business/comment/create/: adds a comment to a video, in the name of the account. */
export async function createComment(state: BusinessState, visit: Visit): Promise<object> {
  const { access, body, video } = await readWrite(state, visit, ['text'])
  const text = readText(body)
  return written(
    state,
    access.openId,
    addComment(state, { video, by: personOf(state, access).username, text }),
  )
}

/**
 * POST /business/comment/reply/create/: replies to a comment. A reply to a reply is refused. A
 * repeated request creates a second reply.
 */
export async function createReply(state: BusinessState, visit: Visit): Promise<object> {
  const { access, body, video } = await readWrite(state, visit, ['comment_id', 'text'])
  const parent = requireComment(state, requireText(body, 'comment_id'), video)
  const text = readText(body)
  if (parent.parentId !== null) throw badField('comment_id', 'The comment is a reply.')
  const { username: by } = personOf(state, access)
  return written(state, access.openId, addComment(state, { video, by, text, parentId: parent.id }))
}

/**
 * POST /business/comment/delete/: deletes a comment that the account wrote. Comments of other
 * people can only be hidden.
 */
export async function deleteComment(state: BusinessState, visit: Visit): Promise<object> {
  const access = requireAccess(state, visit, 'comment.list.manage')
  const body = await readJson(visit.request, ['business_id', 'comment_id'])
  requireAccount(state, visit, access, requireText(body, 'business_id'))
  const comment = requireComment(state, requireText(body, 'comment_id'), null)
  requireVideo(state, access, comment.videoId)
  if (!isOwn(state, comment)) throw noPermission()
  removeComment(state, comment)
  return {}
}

/** POST /business/comment/hide/: hides or shows a comment. A repeated request changes nothing. */
export async function hideComment(state: BusinessState, visit: Visit): Promise<object> {
  const { body, video } = await readWrite(state, visit, ['comment_id', 'action'])
  const comment = requireComment(state, requireText(body, 'comment_id'), video)
  setVisibility(state, comment, readAction(body, ['HIDE', 'UNHIDE']) === 'HIDE')
  return {}
}

/** POST /business/comment/like/: likes or unlikes a comment. A repeated request changes nothing. */
export async function likeComment(state: BusinessState, visit: Visit): Promise<object> {
  const { body, video } = await readWrite(state, visit, ['comment_id', 'action'])
  const comment = requireComment(state, requireText(body, 'comment_id'), video)
  const isLiked = readAction(body, ['LIKE', 'UNLIKE']) === 'LIKE'
  if (isLiked !== comment.isLiked) comment.likes += isLiked ? 1 : -1
  comment.isLiked = isLiked
  return {}
}
