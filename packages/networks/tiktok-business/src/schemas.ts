import * as v from 'valibot'

// Only the fields we use. Every answer is `{ code, message, request_id, data }`; `code` is read in errors.ts.

const filled = v.pipe(v.string(), v.nonEmpty())
const lenientText = v.fallback(v.nullish(v.string(), null), null)
const lenientFlag = v.fallback(v.nullish(v.boolean(), null), null)

/** Ids are text in lists and numbers in pushed messages; big ones keep their digits. */
const id = v.pipe(
  v.union([filled, v.number()]),
  v.transform((value) => String(value)),
)

/** Unix seconds, as text or as a number. */
const seconds = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value))),
  v.check((value) => Number.isFinite(value)),
)

/** `POST /tt_user/oauth2/token/` and `…/refresh_token/`. */
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

/** What `tokenReply` reads. */
export type TokenData = v.InferOutput<typeof tokenReply>['data']

/** `data` of a list; where the next page begins. */
const page = {
  cursor: v.fallback(v.nullish(v.union([v.number(), v.string()]), null), null),
  has_more: lenientFlag,
}

/** `GET /business/video/list/`. */
export const videosReply = v.object({
  data: v.object({ videos: v.fallback(v.nullish(v.array(v.unknown()), null), null), ...page }),
})

/** One video of that list. */
export const videoItem = v.object({ item_id: id })

/** `GET /business/comment/list/` and `…/reply/list/`: the items one by one, so that one bad item spoils no poll. */
export const commentsReply = v.object({
  data: v.object({ comments: v.fallback(v.nullish(v.array(v.unknown()), null), null), ...page }),
})

/** One comment of those lists. */
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

/** What `commentItem` reads. */
export type CommentItem = v.InferOutput<typeof commentItem>

/** `POST /business/comment/reply/create/`: an answer that names no comment may have made none. */
export const replyReply = v.object({ data: v.object({ comment_id: id }) })

/** What of an update's `raw` the calls need, polled or pushed. */
export const commentRaw = v.object({
  comment_id: v.fallback(v.nullish(id, null), null),
  video_id: v.fallback(v.nullish(id, null), null),
  owner: lenientFlag,
})

/** A pushed message. */
export const pushedMessage = v.object({
  event: filled,
  user_openid: lenientText,
  create_time: v.fallback(v.nullish(seconds, null), null),
  content: v.optional(v.unknown()),
})

/** What `comment.update` says in its `content`. */
export const pushedComment = v.object({
  comment_id: id,
  video_id: v.fallback(v.nullish(id, null), null),
  comment_action: filled,
  unique_identifier: lenientText,
  timestamp: v.fallback(v.nullish(seconds, null), null),
})

/** A call of which nothing but its success is read: a page of a proxy is none. */
export const doneReply = v.object({ code: v.number() })
