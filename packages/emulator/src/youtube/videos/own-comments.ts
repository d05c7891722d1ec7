import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import { channelOf, requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { readParts } from '../wire/lists.js'
import { chargeUnits } from '../wire/quota.js'
import { forbidden, Refusal } from '../wire/refusals.js'
import { commentJson, threadJson } from './comment-json.js'
import { addComment, notFound, readSnippet, readText, refuseComment } from './comments.js'

const readBody = async (request: Request): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await readSmallBody(request)))

/** POST /youtube/v3/commentThreads: a new comment under a video. Videos for children have no comments. */
export async function insertThread(state: YoutubeState, { request, url }: Visit): Promise<Response> {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentThreadService.Insert')
  chargeUnits(state, 50)
  readParts(url.searchParams, ['snippet', 'replies'])
  const { channelId, videoId, topLevelComment } = readSnippet(await readBody(request))
  const text = readText(readSnippet(topLevelComment)['textOriginal'])
  const video = state.videos.get(String(videoId))
  if (!video) throw notFound('video')
  if (video.channelId !== channelId)
    throw refuseComment('invalidCommentThreadMetadata', 'The request metadata is invalid.')
  if (video.metadata.madeForKids === true)
    throw new Refusal(
      403,
      'commentsDisabled',
      'The video identified by the videoId parameter has disabled comments.',
      { domain: 'youtube.commentThread', status: 'PERMISSION_DENIED' },
    )
  const place = { videoId: video.id, channelId: video.channelId, parentId: null }
  const comment = addComment(state, { ...place, authorId: channelOf(token), text })
  const content = { videoId: video.id, text }
  state.effects.add({ account: comment.authorId, kind: 'COMMENT', id: comment.id, content })
  return Response.json(threadJson(state, comment, { channelIds: token.channelIds, textFormat: 'html' }))
}

/** PUT /youtube/v3/comments: replaces the text of a comment. Only for its author. */
export async function updateComment(state: YoutubeState, { request, url }: Visit): Promise<Response> {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentService.Update')
  chargeUnits(state, 50)
  readParts(url.searchParams, ['snippet'])
  const body = await readBody(request)
  const { id } = (body ?? {}) as { readonly id?: unknown } // safe cast: the type of `id` is not assumed
  const comment = state.comments.get(String(id))
  if (!comment) throw notFound('comment')
  if (!token.channelIds.includes(comment.authorId))
    throw forbidden('The comment cannot be updated due to insufficient permissions.')
  comment.text = readText(readSnippet(body)['textOriginal'])
  comment.updatedAt = state.clock.now()
  return Response.json(commentJson(state, comment, { channelIds: token.channelIds, textFormat: 'html' }))
}
