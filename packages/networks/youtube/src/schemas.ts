import { listOf } from '@social/core/platform'
import * as v from 'valibot'

// Only the fields in use. The objects are loose, so that `raw` keeps the others. Google omits empty lists.
// https://developers.google.com/youtube/data/reference/rest/v3 (read 2026-11-21)

const id = v.pipe(v.string(), v.nonEmpty())
const text = v.nullish(v.string())
/** Counts are strings of digits. */
const count = v.nullish(v.union([v.string(), v.number()]))

// An invalid picture is ignored: it must not block a sign-in.
const picture = v.fallback(v.nullish(v.looseObject({ url: v.optional(v.unknown()) })), null)
const thumbnails = v.fallback(
  v.nullish(v.looseObject({ default: picture, medium: picture, high: picture })),
  null,
)

const channelReply = v.looseObject({
  id,
  snippet: v.nullish(v.looseObject({ title: text, thumbnails })),
})

/** `GET /channels`. */
export const channelsReply = v.looseObject({ items: v.nullish(v.array(channelReply)) })

/** A video with the requested parts. */
export const videoReply = v.looseObject({
  id,
  status: v.nullish(v.looseObject({ uploadStatus: text, privacyStatus: text, publishAt: text })),
  processingDetails: v.nullish(v.looseObject({ processingStatus: text })),
  statistics: v.nullish(v.looseObject({ likeCount: count, commentCount: count })),
})

/** `GET /videos`. */
export const videosReply = v.looseObject({ items: v.nullish(v.array(videoReply)) })

const ownVideoReply = v.looseObject({
  ...videoReply.entries,
  // Properties that an edit would reset are required.
  snippet: v.looseObject({ title: v.string(), categoryId: v.string() }),
  status: v.looseObject({ ...videoReply.entries.status.wrapped.entries, privacyStatus: v.string() }),
})

/** `GET /videos` for a video of the own channel, with all its metadata. */
export const ownVideosReply = v.looseObject({ items: v.nullish(v.array(ownVideoReply)) })

/** `GET /videoCategories`. An unreadable category must not hide the others. */
export const categoriesReply = v.object({ items: v.nullish(v.array(v.unknown())) })

/** A category. Only assignable ones are valid for a video. */
export const categoryReply = v.looseObject({
  id,
  snippet: v.looseObject({ title: v.pipe(v.string(), v.nonEmpty()), assignable: v.nullish(v.boolean()) }),
})

/** A created video or comment. Only its id is used. */
export const createdReply = v.object({ id })

/** `GET /commentThreads`. Threads are parsed one by one: an unreadable thread must not hide the others. */
export const threadsReply = v.object({ items: v.nullish(listOf(v.looseObject({}))) })

/** A thread of comments. */
export const threadReply = v.looseObject({
  id,
  snippet: v.looseObject({
    videoId: text,
    topLevelComment: v.looseObject({
      snippet: v.looseObject({
        publishedAt: v.string(),
        videoId: text,
        authorDisplayName: text,
        authorProfileImageUrl: v.optional(v.unknown()),
        authorChannelUrl: v.optional(v.unknown()),
        authorChannelId: v.nullish(v.looseObject({ value: text })),
      }),
    }),
  }),
})

/** `GET /comments`: replies, also parsed one by one. */
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
/** A channel. */
export type ChannelReply = v.InferOutput<typeof channelReply>
/** A video. */
export type VideoReply = v.InferOutput<typeof videoReply>
/** A video of the own channel. */
export type OwnVideoReply = v.InferOutput<typeof ownVideoReply>
/** A thread of comments. */
export type ThreadReply = v.InferOutput<typeof threadReply>
