import * as v from 'valibot'

const text = v.fallback(v.nullish(v.string(), null), null)
const filled = v.pipe(v.string(), v.nonEmpty())
/** Ids are texts, but numbers in some responses. The digits of large numbers are kept. */
const id = v.pipe(
  v.union([filled, v.number()]),
  v.transform((value) => String(value)),
)
const maybeId = v.fallback(v.nullish(id, null), null)
const count = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null)

/** Response of `POST /oauth/access_token`. */
export const codeReply = v.object({ access_token: filled, user_id: maybeId })

/** Response of `GET /me` and `GET /{account}`. */
export const accountReply = v.object({ id: maybeId, username: text, threads_profile_picture_url: text })

const quota = v.fallback(v.nullish(v.object({ quota_total: count }), null), null)
/** Response of `GET /{account}/threads_publishing_limit`. */
export const allowanceReply = v.object({
  data: v.fallback(
    v.array(v.object({ config: quota, quota_usage: count, reply_config: quota, reply_quota_usage: count })),
    [],
  ),
})

/** Response with the id of a new container, post or repost. */
export const idReply = v.object({ id })

/** Response of `GET /{container}` with the container's status. */
export const containerReply = v.object({ status: text, error_message: text })

const named = v.fallback(v.nullish(v.object({ id }), null), null)
/** An entry in a list of published posts or replies. */
export const postItem = v.object({
  id,
  text,
  permalink: text,
  timestamp: text,
  media_type: text,
  replied_to: named,
  reposted_post: named,
})
/** URL of one post. */
export const permalinkReply = v.object({ id, permalink: text })

/** A post of the account, with the fields needed to read its replies. */
export const ownItem = v.object({ id, media_type: text })

/** An entry in the list of replies to a post. */
export const replyItem = v.looseObject({ id, timestamp: text })
export type ReplyItem = v.InferOutput<typeof replyItem>

/** An entry in the list of replies that wait for approval or were ignored. */
export const pendingItem = v.looseObject({
  id,
  text,
  username: text,
  timestamp: text,
  reply_approval_status: text,
})

/** Response of `GET /{post}/insights`. */
export const insightsReply = v.object({
  data: v.fallback(
    v.array(
      v.object({
        name: text,
        values: v.fallback(v.array(v.object({ value: count })), []),
      }),
    ),
    [],
  ),
})

/** Response that contains only the success of the request. */
export const successReply = v.object({ success: v.literal(true) })

const place = v.object({ id, name: filled, address: text, city: text, country: text })
/**
 * Response of `GET /location_search`: a single page of places. Places without a name are omitted,
 * because a person could not recognise them.
 */
export const placesReply = v.object({
  data: v.pipe(
    v.array(v.fallback(v.nullable(place), null)),
    v.transform((places) => places.filter((one) => one !== null)),
  ),
})
export type PlaceReply = v.InferOutput<typeof place>
