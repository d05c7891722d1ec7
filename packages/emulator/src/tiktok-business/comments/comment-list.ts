import { createHash } from 'node:crypto'

import type { Visit } from '../../framework/router.js'
import type { Comment } from '../records.js'
import { requireAccess, requireAccount, requireParam } from '../sign-in/access.js'
import type { BusinessState } from '../state.js'
import { requireVideo } from '../videos.js'
import { readNumber, readTexts, readChoice } from '../wire/lists.js'
import { badField } from '../wire/refusals.js'
import { commentJson, isListed, repliesTo } from './comment-json.js'
import { requireComment } from './comments.js'

/** Number of comments in the requested order. All later comments are in order of likes. */
const ORDER_ENDS_AFTER = 500
const SORT_FIELDS = ['create_time', 'likes', 'replies'] as const
type SortField = (typeof SORT_FIELDS)[number]

/** Returns a pseudo-random sort key that is the same in every run. */
const randomKey = ({ id }: Comment): string => createHash('sha256').update(id).digest('hex')

function sorted(
  state: BusinessState,
  comments: readonly Comment[],
  field: SortField | null,
  isAscending: boolean,
): Comment[] {
  if (field === null) return comments.toSorted((a, b) => randomKey(a).localeCompare(randomKey(b)))
  const key = (comment: Comment): number =>
    field === 'create_time'
      ? comment.createdAt.getTime()
      : field === 'likes'
        ? comment.likes
        : repliesTo(state, comment).length
  const direction = isAscending ? 1 : -1
  return comments.toSorted((a, b) => direction * (key(a) - key(b)) || direction * (Number(a.id > b.id) - 0.5))
}

/**
 * Sorts comments: first the pinned ones, then the requested order. After `ORDER_ENDS_AFTER`
 * comments, the order is by likes.
 */
function inOrder(state: BusinessState, comments: readonly Comment[], params: URLSearchParams): Comment[] {
  const field = readChoice(params, 'sort_field', SORT_FIELDS)
  const order = readChoice(params, 'sort_order', ['asc', 'desc', 'smart'])
  const all = sorted(state, comments, order === 'smart' ? 'likes' : field, order === 'asc')
  const pinnedFirst = [...all.filter(({ isPinned }) => isPinned), ...all.filter(({ isPinned }) => !isPinned)]
  const tail = pinnedFirst.slice(ORDER_ENDS_AFTER).toSorted((a, b) => b.likes - a.likes)
  return [...pinnedFirst.slice(0, ORDER_ENDS_AFTER), ...tail]
}

function page(
  state: BusinessState,
  comments: readonly Comment[],
  params: URLSearchParams,
  withReplies: boolean,
): object {
  const count = readNumber(params, 'max_count', { min: 1, max: 30, defaultValue: 20 })
  const cursor = readNumber(params, 'cursor', { min: 0, max: 9e15, defaultValue: 0 })
  const { shortPages, repeatsItems } = state.settings
  const end = cursor + Math.min(count, shortPages ?? count)
  const repeated = repeatsItems && cursor > 0 ? 1 : 0
  return {
    comments: comments.slice(cursor - repeated, end).map((one) => commentJson(state, one, { withReplies })),
    cursor: Math.min(end, comments.length),
    has_more: end < comments.length,
  }
}

function visible(state: BusinessState, params: URLSearchParams): (comment: Comment) => boolean {
  const status = readChoice(params, 'status', ['ALL', 'PUBLIC']) ?? 'ALL'
  return (comment) => (status === 'ALL' || comment.status === 'PUBLIC') && isListed(state, comment)
}

/**
 * GET /business/comment/list/: lists the comments on a video. Hidden comments are omitted only
 * with `status=PUBLIC`.
 */
export function listComments(state: BusinessState, visit: Visit): object {
  const params = visit.url.searchParams
  const access = requireAccess(state, visit, 'comment.list')
  requireAccount(state, visit, access, requireParam(params, 'business_id'))
  const video = requireVideo(state, access, requireParam(params, 'video_id'))
  const isVisible = visible(state, params)
  const comments = inOrder(
    state,
    [...state.comments.values()].filter(({ videoId, parentId }) => videoId === video.id && parentId === null),
    params,
  ).filter(isVisible)
  const withReplies = readChoice(params, 'include_replies', ['true', 'false']) === 'true'
  const ids = readTexts(params, 'comment_ids')
  if (ids === null) return page(state, comments, params, withReplies)
  if (ids.length > 30) throw badField('comment_ids', 'Longer than maximum length 30.')
  // With `comment_ids`, the response contains neither `cursor` nor `has_more`.
  return {
    comments: comments
      .filter(({ id }) => ids.includes(id))
      .map((one) => commentJson(state, one, { withReplies })),
  }
}

/**
 * GET /business/comment/reply/list/: lists the replies to a comment. A hidden comment is refused.
 */
export function listReplies(state: BusinessState, visit: Visit): object {
  const params = visit.url.searchParams
  const access = requireAccess(state, visit, 'comment.list')
  requireAccount(state, visit, access, requireParam(params, 'business_id'))
  const video = requireVideo(state, access, requireParam(params, 'video_id'))
  const comment = requireComment(state, requireParam(params, 'comment_id'), video)
  if (comment.status === 'HIDDEN') throw badField('comment_id', 'The comment is hidden.')
  const isVisible = visible(state, params)
  return page(state, inOrder(state, repliesTo(state, comment), params).filter(isVisible), params, false)
}
