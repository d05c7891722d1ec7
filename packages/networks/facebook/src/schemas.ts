import * as v from 'valibot'

// The schemas contain only the fields in use. Fields that Facebook may omit are nullish. Core preserves the digits of
// numeric ids.
// https://developers.facebook.com/docs/graph-api/reference (read 2026-11-22)

/** An id of Facebook, as text or as a number. */
const graphId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.check((id) => id !== '', 'an id'),
)
const text = v.nullish(v.string())
const count = v.fallback(v.nullish(v.number()), null)
const offset = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.check((one) => Number.isSafeInteger(one) && one >= 0, 'an offset'),
)

/** Response to the creation of an object. */
export const idReply = v.looseObject({ id: graphId })
/** Permissions of a person for the app. The status is `granted`, `declined` or `expired`. */
export const permissionsReply = v.looseObject({
  data: v.array(v.looseObject({ permission: v.string(), status: v.string() })),
})
/** Response to a change. */
export const successReply = v.looseObject({ success: v.literal(true) })
/** A picture. `page_story_id` is the id of the post that contains the picture. */
export const photoReply = v.looseObject({ page_story_id: v.fallback(v.nullish(graphId), null) })
/** Response to a story, with its post. */
export const storyReply = v.looseObject({ success: v.literal(true), post_id: graphId })

/** A page, as read with the token of a person or of the page itself. */
export const pageReply = v.looseObject({
  id: graphId,
  name: text,
  category: text,
  access_token: text,
  picture: v.fallback(v.nullish(v.object({ data: v.object({ url: v.optional(v.unknown()) }) })), null),
})

/** Offsets of the next chunk. Only the first response has `video_id` and `upload_session_id`. */
export const offsetsReply = v.object({ start_offset: offset, end_offset: offset })
/** A started chunked upload. */
export const startReply = v.object({ ...offsetsReply.entries, video_id: graphId, upload_session_id: graphId })
/** A started upload of a reel or a story video. */
export const reelReply = v.object({ video_id: graphId, upload_url: v.pipe(v.string(), v.url()) })

const phase = v.fallback(v.nullish(v.object({ status: text, publish_status: text })), null)

/** Status of a video. The misspelled field name of the byte count is Facebook's own. */
export const videoStatus = v.looseObject({
  video_status: text,
  uploading_phase: v.fallback(
    v.nullish(v.object({ status: text, bytes_transfered: count, bytes_transferred: count })),
    null,
  ),
  processing_phase: phase,
  publishing_phase: phase,
})
/** Response with the status of a video. Objects that are not videos have no `status`. */
export const statusReply = v.looseObject({ status: v.fallback(v.nullish(videoStatus), null) })

/** Current state of a post or a video. */
export const editedReply = v.looseObject({
  message: text,
  description: text,
  title: text,
  is_published: v.fallback(v.nullish(v.boolean()), null),
  scheduled_publish_time: v.fallback(v.nullish(v.number()), null),
  status: v.fallback(v.nullish(videoStatus), null),
})

const total = v.fallback(v.nullish(v.object({ summary: v.nullish(v.object({ total_count: count })) })), null)

/** Statistics of a post or a video. */
export const statsReply = v.looseObject({
  id: graphId,
  reactions: total,
  likes: total,
  comments: total,
  shares: v.fallback(v.nullish(v.object({ count })), null),
})

const person = v.looseObject({ id: graphId, name: text })

/**
 * File of a comment. https://developers.facebook.com/docs/graph-api/reference/story-attachment (read 2026-11-24)
 */
const commentFile = v.object({
  type: v.fallback(text, null),
  media: v.fallback(
    v.nullish(
      v.object({
        image: v.fallback(v.nullish(v.object({ src: text })), null),
        source: v.fallback(text, null),
      }),
    ),
    null,
  ),
})

/** A comment in a list. */
export const commentItem = v.looseObject({
  id: graphId,
  message: text,
  created_time: v.string(),
  from: v.fallback(v.nullish(person), null),
  parent: v.fallback(v.nullish(v.object({ id: graphId })), null),
  object: v.fallback(v.nullish(v.object({ id: graphId })), null),
  attachment: v.fallback(v.nullish(commentFile), null),
})

const target = v.fallback(v.nullish(v.object({ id: graphId })), null)
const attachment = v.object({
  target,
  subattachments: v.fallback(v.nullish(v.object({ data: v.array(v.object({ target })) })), null),
})

/** A post in a list, with the fields that identify it. */
export const postItem = v.looseObject({
  id: graphId,
  message: text,
  created_time: v.nullish(v.string()),
  scheduled_publish_time: v.fallback(v.nullish(v.number()), null),
  attachments: v.fallback(v.nullish(v.object({ data: v.array(attachment) })), null),
})

/** A video in a list. */
export const videoItem = v.looseObject({
  id: graphId,
  description: text,
  title: text,
  created_time: v.nullish(v.string()),
})
/** A story in a list. */
export const storyItem = v.looseObject({ post_id: graphId, media_id: v.fallback(v.nullish(graphId), null) })

/** A page. */
export type PageReply = v.InferOutput<typeof pageReply>
/** Status of a video. */
export type VideoStatus = v.InferOutput<typeof videoStatus>
/** Statistics. */
export type StatsReply = v.InferOutput<typeof statsReply>
/** A comment. */
export type CommentItem = v.InferOutput<typeof commentItem>
/** A post. */
export type PostItem = v.InferOutput<typeof postItem>
