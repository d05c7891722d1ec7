import { tokenReplySchema } from '@social/core/platform'
import * as v from 'valibot'

// The schemas contain only the fields in use. The objects are loose, so that `raw` keeps all other
// fields. A field of the wrong type counts as missing.
// https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)

const id = v.pipe(v.string(), v.nonEmpty())
const text = v.fallback(v.nullish(v.string()), null)
const count = v.fallback(v.nullish(v.number()), null)

/** `POST /oauth/token`. */
export const tokenReply = v.object({
  ...tokenReplySchema.entries,
  refresh_token_expires_at: count,
})

/** `GET /user_account`. */
export const accountReply = v.looseObject({
  id: v.fallback(v.nullish(id), null),
  username: id,
  account_type: text,
  business_name: text,
  profile_image: v.optional(v.unknown()),
})

const picture = v.fallback(v.nullish(v.looseObject({ url: v.unknown(), width: count, height: count })), null)
const pictures = v.fallback(v.nullish(v.record(v.string(), picture)), null)

const mediaEntries = {
  images: pictures,
  cover_image_url: v.optional(v.unknown()),
  video_url: v.optional(v.unknown()),
  width: count,
  height: count,
}
const mediaItem = v.looseObject({ ...mediaEntries, item_type: text })
const media = v.looseObject({
  ...mediaEntries,
  media_type: text,
  items: v.fallback(v.nullish(v.array(v.fallback(v.nullish(mediaItem), null))), null),
})

const lifetime = v.looseObject({ reaction: count, comment: count, save: count })

/** A pin. Response to creating, changing or reading it. */
export const pinReply = v.looseObject({
  id,
  created_at: text,
  title: text,
  description: text,
  link: text,
  alt_text: text,
  board_id: text,
  board_section_id: text,
  is_owner: v.fallback(v.nullish(v.boolean()), null),
  media: v.fallback(v.nullish(media), null),
  pin_metrics: v.fallback(
    v.nullish(v.looseObject({ lifetime_metrics: v.fallback(v.nullish(lifetime), null) })),
    null,
  ),
})

const values = v.fallback(v.nullish(v.record(v.string(), count)), null)
const day = v.looseObject({ date: text, data_status: text, metrics: values })

/** `GET /pins/{id}/analytics` and `GET /user_account/analytics`. */
export const analyticsReply = v.looseObject({
  all: v.looseObject({
    daily_metrics: v.fallback(v.nullish(v.array(v.fallback(v.nullish(day), null))), null),
    summary_metrics: values,
    lifetime_metrics: values,
  }),
})

/** `POST /pins`. The pin is already published, so only its id is required. */
export const createdPinReply = v.looseObject({ id })

/** `POST /media`. */
export const uploadReply = v.object({
  media_id: id,
  upload_url: id,
  upload_parameters: v.fallback(v.record(v.string(), v.string()), {}),
})

/** `GET /media/{id}`. */
export const mediaReply = v.looseObject({ status: v.fallback(v.string(), 'processing') })

/**
 * Response of `GET /boards` and similar lists. Items are parsed one by one, so that an invalid
 * item does not hide the others.
 */
export const pageReply = v.looseObject({ items: v.array(v.unknown()), bookmark: text })

/** A board. */
export const boardReply = v.looseObject({
  id,
  name: v.string(),
  description: text,
  privacy: text,
  pin_count: count,
  created_at: text,
  owner: v.fallback(v.nullish(v.looseObject({ username: text })), null),
})

/** A section of a board. */
export const sectionReply = v.looseObject({ id, name: v.string() })

/** Token response. */
export type TokenReply = v.InferOutput<typeof tokenReply>
/** An account. */
export type AccountReply = v.InferOutput<typeof accountReply>
/** Statistics of a pin or of the account. */
export type AnalyticsReply = v.InferOutput<typeof analyticsReply>
/** A pin. */
export type PinReply = v.InferOutput<typeof pinReply>
/** A board. */
export type BoardReply = v.InferOutput<typeof boardReply>
/** A section of a board. */
export type SectionReply = v.InferOutput<typeof sectionReply>
