import * as v from 'valibot'

const text = v.fallback(v.nullish(v.string(), null), null)
const filled = v.pipe(v.string(), v.nonEmpty())
/** Ids are text, or numbers in some responses. The digits of large numbers are preserved. */
const id = v.pipe(
  v.union([filled, v.number()]),
  v.transform((value) => String(value)),
)
const maybeId = v.fallback(v.nullish(id, null), null)
const count = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null)

/** `POST /oauth/access_token`. */
export const codeReply = v.object({ access_token: filled, user_id: maybeId })

/** `GET /me`, `GET /{account}`. */
export const accountReply = v.object({ id: maybeId, username: text, threads_profile_picture_url: text })

const quota = v.fallback(v.nullish(v.object({ quota_total: count }), null), null)
/** `GET /{account}/threads_publishing_limit`. */
export const allowanceReply = v.object({
  data: v.fallback(
    v.array(v.object({ config: quota, quota_usage: count, reply_config: quota, reply_quota_usage: count })),
    [],
  ),
})

/** Response with the id of a new container, post or repost. */
export const idReply = v.object({ id })

/** `GET /{container}`. */
export const containerReply = v.object({ status: text, error_message: text })

const named = v.fallback(v.nullish(v.object({ id }), null), null)
/** A published post or reply in a list. */
export const postItem = v.object({
  id,
  text,
  permalink: text,
  timestamp: text,
  media_type: text,
  replied_to: named,
  reposted_post: named,
})
/** A post of the account, with the fields that are needed to read its replies. */
export const ownItem = v.object({ id, media_type: text })

/** A reply under a post. */
export const replyItem = v.looseObject({ id, timestamp: text })
/** A reply under a post. */
export type ReplyItem = v.InferOutput<typeof replyItem>

/** A pending or ignored reply. */
export const pendingItem = v.looseObject({
  id,
  text,
  username: text,
  timestamp: text,
  reply_approval_status: text,
})

/** `GET /{post}/insights`. */
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

/** Response of a call that returns no data except its success. */
export const successReply = v.object({ success: v.literal(true) })

const place = v.object({ id, name: filled, address: text, city: text, country: text })
/**
 * `GET /location_search`: a single page of places. Places without a name are omitted, because a person cannot choose
 * them.
 */
export const placesReply = v.object({
  data: v.pipe(
    v.array(v.fallback(v.nullable(place), null)),
    v.transform((places) => places.filter((one) => one !== null)),
  ),
})
/** A place for a post. */
export type PlaceReply = v.InferOutput<typeof place>
