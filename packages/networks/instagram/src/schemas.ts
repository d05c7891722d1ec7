import * as v from 'valibot'

const text = v.fallback(v.nullish(v.string(), null), null)
const filled = v.pipe(v.string(), v.nonEmpty())
/** Ids are texts, but numbers in some responses. The digits of large numbers are kept. */
const id = v.pipe(
  v.union([filled, v.number()]),
  v.transform((value) => String(value)),
)
const count = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null)

/**
 * Part of the response to an authorization code. Instagram's servers send it as a flat object, the
 * documentation shows a list.
 */
const codeItem = v.object({
  access_token: filled,
  user_id: v.fallback(v.nullish(id, null), null),
  permissions: v.fallback(v.nullish(v.union([v.string(), v.array(v.string())]), null), null),
})
/** Response of `POST /oauth/access_token`. */
export const codeReply = v.union([
  v.pipe(
    v.object({ data: v.pipe(v.array(codeItem), v.minLength(1)) }),
    v.transform(({ data }) => data[0] as v.InferOutput<typeof codeItem>), // safe cast: the schema requires at least one item
  ),
  codeItem,
])

const accountItem = v.object({
  user_id: v.fallback(v.nullish(id, null), null),
  id: v.fallback(v.nullish(id, null), null),
  username: text,
  name: text,
  account_type: text,
  profile_picture_url: text,
})
/** Response of `GET /me`: a flat object, or a list that contains this object. */
export const accountReply = v.union([
  v.pipe(
    v.object({ data: v.pipe(v.array(accountItem), v.minLength(1)) }),
    v.transform(({ data }) => data[0] as v.InferOutput<typeof accountItem>), // safe cast: the schema requires at least one item
  ),
  accountItem,
])

/** Response of `GET /{account}/content_publishing_limit`. */
export const allowanceReply = v.object({
  data: v.fallback(
    v.array(
      v.object({
        config: v.fallback(v.nullish(v.object({ quota_total: count }), null), null),
        quota_usage: count,
      }),
    ),
    [],
  ),
})

/** Response with the id of a new container, comment or published media. */
export const idReply = v.object({ id })

/** Response of `GET /{container}` with the container's status. */
export const containerReply = v.object({ status_code: text, status: text })

/** An entry in a list of published media. */
export const mediaItem = v.object({
  id,
  caption: text,
  permalink: text,
  timestamp: text,
  media_type: text,
})

/** URL of one media. */
export const permalinkReply = v.object({ id, permalink: text })

/** Statistics of one media. */
export const mediaReply = v.object({ id, like_count: count, comments_count: count })

const from = v.fallback(
  v.nullish(v.object({ id: v.fallback(v.nullish(id, null), null), username: text }), null),
  null,
)
const reply = v.object({ id, text, timestamp: text, from, parent_id: v.fallback(v.nullish(id, null), null) })
/** An entry in a list of comments, with the replies to this comment. */
export const commentItem = v.object({
  ...reply.entries,
  media: v.fallback(v.nullish(v.object({ id, media_product_type: text }), null), null),
  replies: v.fallback(v.nullish(v.object({ data: v.fallback(v.array(v.unknown()), []) }), null), null),
})
/** An entry in a list of replies to a comment. */
export const replyItem = reply
/** Fields of comments and replies. */
export type CommentItem = v.InferOutput<typeof reply>

/** Response of `POST /{account}/messages`. */
export const messageReply = v.object({
  message_id: filled,
  recipient_id: v.fallback(v.nullish(id, null), null),
})

/** Response that contains only the success of the request. */
export const successReply = v.object({ success: v.literal(true) })
