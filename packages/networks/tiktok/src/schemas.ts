import { tokenReplySchema } from '@social/core/platform'
import * as v from 'valibot'

// The schemas contain only the fields in use. Every data response is an envelope of `data` and
// `error`. `error.code` is "ok" or an error code.

const text = v.nullish(v.string())
const lenientText = v.fallback(text, null)
const filled = v.pipe(v.string(), v.nonEmpty())

/** Id of a post: an int64, which TikTok sends as a number or a string. */
const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
)

/** Response of `POST /v2/oauth/token/`, for a code and for a refresh token. */
export const tokenReply = v.object({
  ...tokenReplySchema.entries,
  open_id: filled,
})

/** Response of `GET /v2/user/info/`. Fields that were not requested are absent. */
export const userReply = v.object({
  data: v.object({
    user: v.object({
      display_name: lenientText,
      username: lenientText,
      avatar_url: v.optional(v.unknown()),
    }),
  }),
})

/** Response of `POST /v2/post/publish/creator_info/query/`. */
export const creatorReply = v.object({
  data: v.object({
    creator_username: lenientText,
    creator_nickname: lenientText,
    creator_avatar_url: v.optional(v.unknown()),
    privacy_level_options: v.fallback(v.array(v.string()), []),
    comment_disabled: v.fallback(v.nullish(v.boolean()), null),
    duet_disabled: v.fallback(v.nullish(v.boolean()), null),
    stitch_disabled: v.fallback(v.nullish(v.boolean()), null),
    max_video_post_duration_sec: v.fallback(v.nullish(v.number()), null),
  }),
})

/** Response of `POST /v2/post/publish/video/init/` and `…/inbox/video/init/`. */
export const initReply = v.object({ data: v.object({ publish_id: filled, upload_url: filled }) })

/** A list of ids. TikTok documents a list, but some responses contain a single id. */
const ids = v.fallback(
  v.nullish(
    v.union([
      v.array(id),
      v.pipe(
        id,
        v.transform((value) => [value]),
      ),
    ]),
  ),
  null,
)

/** Response of `POST /v2/post/publish/status/fetch/`. `publicaly` is TikTok's own spelling. */
export const statusReply = v.object({
  data: v.object({
    status: filled,
    fail_reason: lenientText,
    publicaly_available_post_id: ids,
    publicly_available_post_id: ids,
    uploaded_bytes: v.fallback(v.nullish(v.number()), null),
  }),
})

/** Status of a post. */
export type StatusData = v.InferOutput<typeof statusReply>['data']

/** A pushed message. */
export const pushedMessage = v.object({
  event: filled,
  user_openid: lenientText,
  create_time: v.fallback(v.nullish(v.number()), null),
})

/** Video fields of a pushed message. */
export const pushedContent = v.fallback(
  v.object({ publish_id: v.fallback(v.nullish(id), null), post_id: v.fallback(v.nullish(id), null) }),
  { publish_id: null, post_id: null },
)
