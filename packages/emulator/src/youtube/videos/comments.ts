import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Comment } from '../records.js'
import { channelOf, requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { listJson, readList, readParts, readSize } from '../wire/lists.js'
import { chargeUnits } from '../wire/quota.js'
import { badParameter, forbidden, Refusal } from '../wire/refusals.js'
import { commentJson, threadJson } from './comment-json.js'

const FILTERS = ['allThreadsRelatedToChannelId', 'id', 'videoId']
const STATUSES = ['published', 'heldForReview', 'rejected'] as const

export const notFound = (what: string): Refusal =>
  new Refusal(404, `${what}NotFound`, `The specified ${what} could not be found.`, {
    domain: 'youtube.commentThread',
  })

/** Stores a new comment, published now. */
export function addComment(
  state: YoutubeState,
  parts: Pick<Comment, 'videoId' | 'channelId' | 'authorId' | 'text' | 'parentId'>,
): Comment {
  const { parentId } = parts
  const id =
    parentId === null
      ? `Ugx${state.seed.token('comment', 17)}4AaABAg`
      : `${parentId}.${state.seed.token('reply', 22)}`
  const now = state.clock.now()
  const comment: Comment = { ...parts, id, publishedAt: now, updatedAt: now, moderationStatus: 'published' }
  state.comments.set(id, comment)
  return comment
}

function matching(state: YoutubeState, filter: string, value: string): readonly Comment[] {
  const tops = [...state.comments.values()].filter(({ parentId }) => parentId === null)
  if (filter === 'id') return tops.filter(({ id }) => value.split(',').includes(id))
  if (filter === 'videoId') {
    if (!state.videos.has(value)) throw notFound('video')
    return tops.filter(({ videoId }) => videoId === value)
  }
  if (!state.channels.has(value)) throw notFound('channel')
  return tops.filter(({ channelId }) => channelId === value)
}

/** Returns the start position that is encoded in `pageToken`. 0 without a token. */
function readPage(params: URLSearchParams): number {
  const start = Number(params.get('pageToken')?.replace(/^p/, '') ?? 0)
  if (Number.isInteger(start)) return start
  throw badParameter('invalidPageToken', 'The request specifies an invalid page token.', 'pageToken')
}

/**
 * GET /youtube/v3/commentThreads: newest threads first. A new reply does not move its thread up.
 */
export function listThreads(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentThreadService.List')
  chargeUnits(state, 1)
  const { searchParams: params } = url
  readParts(params, ['snippet', 'replies'])
  const size = readSize(params, 20, 1, 100)
  const filters = FILTERS.filter((name) => params.has(name))
  const [filter = ''] = filters
  if (filters.length !== 1)
    throw badParameter(
      filters.length === 0 ? 'missingRequiredParameter' : 'incompatibleParameters',
      `No filter selected. Expected one of: ${FILTERS.join(', ')}`,
      'parameters.',
    )
  const wanted = params.get('moderationStatus') ?? 'published'
  const start = readPage(params)
  const found = matching(state, filter, params.get(filter) ?? '')
    .filter(({ moderationStatus }) => moderationStatus === wanted)
    .toReversed()
  const reader = { channelIds: token.channelIds, textFormat: params.get('textFormat') ?? 'html' }
  const items = found.slice(start, start + size).map((comment) => threadJson(state, comment, reader))
  const next = start + size < found.length ? `p${start + size}` : null
  return Response.json(listJson('commentThread', items, { total: items.length, size, next }))
}

/** Returns true when the delay for new comments has passed. */
function isShown(state: YoutubeState, { publishedAt }: Comment): boolean {
  return publishedAt.getTime() + state.commentDelaySeconds * 1000 <= state.clock.now().getTime()
}

/** GET /youtube/v3/comments: returns comments by ids, or the replies to a comment. Newest first. */
export function listComments(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentService.List')
  chargeUnits(state, 1)
  const { searchParams: params } = url
  readParts(params, ['snippet'])
  const [parentId, ids] = [params.get('parentId'), params.get('id')]
  if ((parentId === null) === (ids === null))
    throw badParameter(
      parentId === null ? 'missingRequiredParameter' : 'incompatibleParameters',
      'No filter selected. Expected one of: id, parentId',
      'parameters.',
    )
  if (parentId !== null && !state.comments.has(parentId)) throw notFound('comment')
  const size = readSize(params, 20, 1, 100)
  const start = readPage(params)
  const found = [...state.comments.values()]
    .filter((one) =>
      parentId === null ? ids?.split(',').includes(one.id) === true : one.parentId === parentId,
    )
    .filter((one) => one.moderationStatus === 'published' && isShown(state, one))
    .toReversed()
  const reader = { channelIds: token.channelIds, textFormat: params.get('textFormat') ?? 'html' }
  const items = found.slice(start, start + size).map((comment) => commentJson(state, comment, reader))
  const next = start + size < found.length ? `p${start + size}` : null
  return Response.json(listJson('comment', items, { total: items.length, size, next }))
}

/** Reads `snippet` of a request body. */
export function readSnippet(body: unknown): Readonly<Record<string, unknown>> {
  const { snippet = {} } = (body ?? {}) as { readonly snippet?: Readonly<Record<string, unknown>> } // safe cast: insertComment checks the type of every field that it reads
  return snippet
}

export const refuseComment = (reason: string, message: string): Refusal =>
  new Refusal(400, reason, message, { domain: 'youtube.comment' })

/** Checks the text of a new or changed comment. */
export function readText(textOriginal: unknown): string {
  if (typeof textOriginal !== 'string' || textOriginal.trim() === '')
    throw refuseComment(
      'commentTextRequired',
      'The comment resource that is being inserted must specify a value for the snippet.textOriginal property.',
    )
  if (textOriginal.length > 10_000)
    throw refuseComment(
      'commentTextTooLong',
      'The comment resource that is being inserted contains too many characters in the snippet.textOriginal property.',
    )
  return textOriginal
}

/** POST /youtube/v3/comments: replies to the top-level comment of a thread. */
export async function insertComment(state: YoutubeState, { request, url }: Visit): Promise<Response> {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentService.Insert')
  chargeUnits(state, 50)
  readParts(url.searchParams, ['snippet'])
  const snippet = readSnippet(JSON.parse(new TextDecoder().decode(await readSmallBody(request))))
  const { parentId } = snippet
  if (typeof parentId !== 'string' || parentId === '')
    throw refuseComment(
      'parentIdMissing',
      'The comment that is being inserted must be linked to a parent comment.',
    )
  const text = readText(snippet['textOriginal'])
  const parent = state.comments.get(parentId)
  if (!parent)
    throw new Refusal(404, 'parentCommentNotFound', 'The specified parent comment could not be found.', {
      domain: 'youtube.comment',
    })
  if (parent.parentId !== null)
    throw refuseComment('invalidCommentMetadata', 'The request metadata is invalid: a reply has no replies.')
  if (parent.moderationStatus !== 'published')
    throw refuseComment('parentCommentIsPrivate', 'The specified parent comment is private.')
  const { videoId, channelId } = parent
  const comment = addComment(state, {
    videoId,
    channelId,
    parentId,
    authorId: channelOf(token),
    text,
  })
  const content = { parentId, text }
  state.effects.add({ account: comment.authorId, kind: 'COMMENT', id: comment.id, content })
  return Response.json(commentJson(state, comment, { channelIds: token.channelIds, textFormat: 'html' }))
}

/** POST /youtube/v3/comments/setModerationStatus: only for the owner of the video. */
export function moderateComments(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentService.SetModerationStatus')
  chargeUnits(state, 50)
  const status = STATUSES.find((one) => one === url.searchParams.get('moderationStatus'))
  if (!status) throw badParameter('invalidValue', "Invalid value at 'moderationStatus'", 'moderationStatus')
  if (url.searchParams.get('banAuthor') === 'true' && status !== 'rejected')
    throw refuseComment(
      'banWithoutReject',
      'The banAuthor parameter can only be used if the moderationStatus parameter is set to rejected.',
    )
  const comments = readList(url.searchParams, 'id').map((id) => {
    const comment = state.comments.get(id)
    if (!comment) throw notFound('comment')
    if (!token.channelIds.includes(comment.channelId))
      throw forbidden('The comment cannot be moderated due to insufficient permissions.')
    if (comment.moderationStatus === 'rejected')
      throw refuseComment('operationNotSupported', 'The API user is not able to change a rejected comment.')
    return comment
  })
  for (const comment of comments) comment.moderationStatus = status
  return new Response(null, { status: 204 })
}

/** DELETE /youtube/v3/comments: only for the author of the comment. */
export function deleteComment(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'comments', 'V3DataCommentService.Delete')
  chargeUnits(state, 50)
  const comment = state.comments.get(url.searchParams.get('id') ?? '')
  if (!comment) throw notFound('comment')
  if (!token.channelIds.includes(comment.authorId))
    throw forbidden(
      'The comment cannot be deleted due to insufficient permissions. The request might not be properly authorized.',
    )
  removeComment(state, comment.id)
  return new Response(null, { status: 204 })
}

/** Deletes a comment and its replies. */
export function removeComment(state: YoutubeState, id: string): void {
  for (const comment of state.comments.values())
    if (comment.id === id || comment.parentId === id) state.comments.delete(comment.id)
}
