import * as v from 'valibot'

// The schemas contain only the fields in use. Every response is `{ code, message, request_id, data
// }`, and `errors.ts` reads `code`.

const filled = v.pipe(v.string(), v.nonEmpty())
const lenientText = v.fallback(v.nullish(v.string(), null), null)
const lenientFlag = v.fallback(v.nullish(v.boolean(), null), null)

/**
 * An id, which TikTok sends as a string in lists and as a number in pushed messages. Large numbers
 * keep all digits.
 */
const id = v.pipe(
  v.union([filled, v.number()]),
  v.transform((value) => String(value)),
)

/** Unix seconds, as a string or a number. */
const seconds = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value))),
  v.check((value) => Number.isFinite(value)),
)

/** Response of `POST /tt_user/oauth2/token/` and `…/refresh_token/`. */
export const tokenReply = v.object({
  data: v.object({
    access_token: filled,
    expires_in: v.fallback(v.nullish(v.number(), null), null),
    refresh_token: v.fallback(v.nullish(filled, null), null),
    refresh_token_expires_in: v.fallback(v.nullish(v.number(), null), null),
    open_id: filled,
    scope: lenientText,
  }),
})

/** Tokens and account id from a sign-in or a token refresh. */
export type TokenData = v.InferOutput<typeof tokenReply>['data']

/** Paging fields in `data` of a list. */
const page = {
  cursor: v.fallback(v.nullish(v.union([v.number(), v.string()]), null), null),
  has_more: lenientFlag,
}

/** Response of `GET /business/video/list/`. */
export const videosReply = v.object({
  data: v.object({ videos: v.fallback(v.nullish(v.array(v.unknown()), null), null), ...page }),
})

/** One video of `GET /business/video/list/`. */
export const videoItem = v.object({ item_id: id })

/** One video of `GET /business/video/list/` with its statistics, each of which is read separately. */
export const insightsItem = v.looseObject({ item_id: id })

/**
 * Response of `GET /business/comment/list/` and `…/reply/list/`. Items are parsed one by one, so
 * that an invalid item does not fail the poll.
 */
export const commentsReply = v.object({
  data: v.object({ comments: v.fallback(v.nullish(v.array(v.unknown()), null), null), ...page }),
})

/** One comment or reply in a list. */
export const commentItem = v.object({
  comment_id: id,
  video_id: v.fallback(v.nullish(id, null), null),
  create_time: seconds,
  text: lenientText,
  owner: lenientFlag,
  pinned: lenientFlag,
  unique_identifier: lenientText,
  username: lenientText,
  display_name: lenientText,
  profile_image: lenientText,
})

/** A parsed comment. */
export type CommentItem = v.InferOutput<typeof commentItem>

/**
 * Response of `POST /business/comment/reply/create/`. A response without a comment id is invalid,
 * because the reply may not have been created.
 */
export const replyReply = v.object({ data: v.object({ comment_id: id }) })

/** Response of `GET /business/get/`. A person can have no name. */
export const profileReply = v.object({
  data: v.object({ display_name: lenientText, profile_image: lenientText }),
})

/** A pushed message. */
export const pushedMessage = v.object({
  event: filled,
  user_openid: lenientText,
  create_time: v.fallback(v.nullish(seconds, null), null),
  content: v.optional(v.unknown()),
})

/** Content of a pushed `comment.update` message. */
export const pushedComment = v.object({
  comment_id: id,
  video_id: v.fallback(v.nullish(id, null), null),
  comment_action: filled,
  parent_comment_id: v.fallback(v.nullish(id, null), null),
  text: lenientText,
  unique_identifier: lenientText,
  timestamp: v.fallback(v.nullish(seconds, null), null),
})

/** Response of a call whose only result is success. The schema rejects the HTML page of a proxy. */
export const doneReply = v.object({ code: v.number() })
