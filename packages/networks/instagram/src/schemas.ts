import * as v from 'valibot'

const text = v.fallback(v.nullish(v.string(), null), null)
const filled = v.pipe(v.string(), v.nonEmpty())
/** Ids are text, or numbers in some responses. Large numbers keep their digits. */
const id = v.pipe(
  v.union([filled, v.number()]),
  v.transform((value) => String(value)),
)
const count = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null)

/** Response to the code: flat from live servers, a list in the documentation. */
const codeItem = v.object({
  access_token: filled,
  user_id: v.fallback(v.nullish(id, null), null),
  permissions: v.fallback(v.nullish(v.union([v.string(), v.array(v.string())]), null), null),
})
/** `POST /oauth/access_token`. */
export const codeReply = v.union([
  v.pipe(
    v.object({ data: v.pipe(v.array(codeItem), v.minLength(1)) }),
    v.transform(({ data }) => data[0] as v.InferOutput<typeof codeItem>), // checked above: it has one
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
/** `GET /me`, flat or in a list. */
export const accountReply = v.union([
  v.pipe(
    v.object({ data: v.pipe(v.array(accountItem), v.minLength(1)) }),
    v.transform(({ data }) => data[0] as v.InferOutput<typeof accountItem>), // checked above: it has one
  ),
  accountItem,
])

/** `GET /{account}/content_publishing_limit`. */
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

/** A new container, comment or published media. */
export const idReply = v.object({ id })

/** `GET /{container}`. */
export const containerReply = v.object({ status_code: text, status: text })

/** A published media in a list. */
export const mediaItem = v.object({
  id,
  caption: text,
  permalink: text,
  timestamp: text,
  media_type: text,
})

/** Statistics of one media. */
export const mediaReply = v.object({ id, like_count: count, comments_count: count })

const from = v.fallback(
  v.nullish(v.object({ id: v.fallback(v.nullish(id, null), null), username: text }), null),
  null,
)
const reply = v.object({ id, text, timestamp: text, from, parent_id: v.fallback(v.nullish(id, null), null) })
/** A comment in a list, with its replies. */
export const commentItem = v.object({
  ...reply.entries,
  media: v.fallback(v.nullish(v.object({ id, media_product_type: text }), null), null),
  replies: v.fallback(v.nullish(v.object({ data: v.fallback(v.array(v.unknown()), []) }), null), null),
})
/** One reply to a comment. */
export const replyItem = reply
/** Fields of comments and replies. */
export type CommentItem = v.InferOutput<typeof reply>

/** `POST /{account}/messages`. */
export const messageReply = v.object({
  message_id: filled,
  recipient_id: v.fallback(v.nullish(id, null), null),
})

/** Response of a call whose data is not used. */
export const successReply = v.object({ success: v.literal(true) })
