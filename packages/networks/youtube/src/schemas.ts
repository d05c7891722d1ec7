import { listOf } from '@social/core/platform'
import * as v from 'valibot'

// The schemas contain only the fields in use. The objects are loose, so that `raw` keeps all other
// fields. Google omits empty lists.
// https://developers.google.com/youtube/data/reference/rest/v3 (read 2026-11-21)

const id = v.pipe(v.string(), v.nonEmpty())
const text = v.nullish(v.string())
/** A text whose absence or other type is ignored. */
const lenientText = v.fallback(v.nullish(v.string()), null)
/** A count, which YouTube sends as a string of digits. */
const count = v.nullish(v.union([v.string(), v.number()]))

// An invalid picture is ignored, because a picture must not prevent a sign-in.
const picture = v.fallback(v.nullish(v.looseObject({ url: v.optional(v.unknown()) })), null)
const thumbnails = v.fallback(
  v.nullish(v.looseObject({ default: picture, medium: picture, high: picture })),
  null,
)

const channelReply = v.looseObject({
  id,
  snippet: v.nullish(v.looseObject({ title: text, thumbnails })),
})

/** Response of `GET /channels`. */
export const channelsReply = v.looseObject({ items: v.nullish(v.array(channelReply)) })

/** A video with the parts that the request names. */
export const videoReply = v.looseObject({
  id,
  status: v.nullish(
    v.looseObject({
      uploadStatus: text,
      privacyStatus: text,
      publishAt: text,
      failureReason: lenientText,
      rejectionReason: lenientText,
    }),
  ),
  processingDetails: v.nullish(
    v.looseObject({ processingStatus: text, processingFailureReason: lenientText }),
  ),
  statistics: v.nullish(v.looseObject({ likeCount: count, commentCount: count })),
})

/** Response of `GET /videos`. */
export const videosReply = v.looseObject({ items: v.nullish(v.array(videoReply)) })

const ownVideoReply = v.looseObject({
  ...videoReply.entries,
  // The schema requires these properties, because an edit without them would reset them.
  snippet: v.looseObject({ title: v.string(), categoryId: v.string() }),
  status: v.looseObject({ ...videoReply.entries.status.wrapped.entries, privacyStatus: v.string() }),
})

/** Response of `GET /videos` for a video of the signed-in channel, with all metadata. */
export const ownVideosReply = v.looseObject({ items: v.nullish(v.array(ownVideoReply)) })

/**
 * Response of `GET /videoCategories`. Categories are parsed one by one, so that an invalid
 * category does not hide the others.
 */
export const categoriesReply = v.object({ items: v.nullish(v.array(v.unknown())) })

/** A video category. Videos can only have a category that is assignable. */
export const categoryReply = v.looseObject({
  id,
  snippet: v.looseObject({ title: v.pipe(v.string(), v.nonEmpty()), assignable: v.nullish(v.boolean()) }),
})

/** A created video or comment. The library reads only the id. */
export const createdReply = v.object({ id })

/**
 * Response of `GET /commentThreads`. Threads are parsed one by one, so that an invalid thread does
 * not hide the others.
 */
export const threadsReply = v.object({ items: v.nullish(listOf(v.looseObject({}))) })

/** A comment thread. */
export const threadReply = v.looseObject({
  id,
  snippet: v.looseObject({
    videoId: text,
    topLevelComment: v.looseObject({
      snippet: v.looseObject({
        publishedAt: v.string(),
        videoId: text,
        textOriginal: lenientText,
        textDisplay: lenientText,
        authorDisplayName: text,
        authorProfileImageUrl: v.optional(v.unknown()),
        authorChannelUrl: v.optional(v.unknown()),
        authorChannelId: v.nullish(v.looseObject({ value: text })),
      }),
    }),
  }),
})

/** Response of `GET /comments`: replies to a comment, parsed one by one. */
export const commentsReply = v.object({
  items: v.nullish(v.array(v.looseObject({}))),
  nextPageToken: text,
})

/** A comment. */
export const commentReply = v.object({
  id,
  snippet: v.object({
    publishedAt: v.string(),
    textOriginal: text,
    textDisplay: text,
    authorChannelId: v.nullish(v.object({ value: text })),
  }),
})

/** A comment. */
export type CommentReply = v.InferOutput<typeof commentReply>
/**
 * Response of the YouTube Analytics API. Google omits `rows` when there are none. The order of the
 * columns is that of the headers.
 * https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-24)
 */
export const reportReply = v.looseObject({
  columnHeaders: v.nullish(listOf(v.object({ name: v.string() }))),
  rows: v.nullish(listOf(v.array(v.unknown()))),
})

/** A channel. */
export type ChannelReply = v.InferOutput<typeof channelReply>
/** A table of statistics. */
export type ReportReply = v.InferOutput<typeof reportReply>
/** A video. */
export type VideoReply = v.InferOutput<typeof videoReply>
/** A video of the signed-in channel. */
export type OwnVideoReply = v.InferOutput<typeof ownVideoReply>
/** A comment thread. */
export type ThreadReply = v.InferOutput<typeof threadReply>
