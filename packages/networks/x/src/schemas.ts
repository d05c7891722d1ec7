import { tokenReplySchema } from '@social/core/platform'
import * as v from 'valibot'

// The schemas contain only the fields that the library uses. `raw` keeps the other fields. In
// August 2026 X renamed half of the fields. The library reads both names and sends only the new
// ones. https://docs.x.com/changelog (read 2026-11-22)

/** Ids of X are 64-bit numbers in text form. */
const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
)
const lenientId = v.fallback(v.nullish(id), null)
const text = v.fallback(v.nullish(v.string()), null)
const count = v.fallback(v.nullish(v.number()), null)

/** Schema of a list that parses each entry separately and omits unreadable entries. */
const listOf = <S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.nullish(v.unknown(), []),
    v.transform((all): readonly v.InferOutput<S>[] =>
      (Array.isArray(all) ? all : []).flatMap((one) => {
        const read = v.safeParse(entry, one)
        return read.success ? [read.output] : []
      }),
    ),
  )

/** Response of `POST /2/oauth2/token`. */
export const tokenReply = tokenReplySchema

/** A user. */
export const userReply = v.looseObject({
  id,
  username: text,
  name: text,
  profile_image_url: v.optional(v.unknown()),
})

/** Response of `GET /2/users/me`. */
export const meReply = v.object({
  data: v.looseObject({ ...userReply.entries, username: v.string(), subscription_type: text }),
})

/** Response of `POST /2/users/{id}/retweets`. */
export const repostedReply = v.object({ data: v.object({ retweeted: v.boolean(), rest_id: lenientId }) })

/** Response of `POST /2/tweets`. Requires only the id, because the post is already published. */
export const postedReply = v.object({ data: v.object({ id }) })

/** Response of `POST /2/users/{id}/likes`. */
export const likedReply = v.object({ data: v.object({ liked: v.boolean() }) })

const metrics = v.fallback(
  v.nullish(
    v.object({
      like_count: count,
      reply_count: count,
      quote_count: count,
      repost_count: count,
      retweet_count: count,
    }),
  ),
  null,
)

const urlEntity = v.looseObject({ url: v.string(), expanded_url: text, media_key: text })
const mentionEntity = v.looseObject({ username: v.string(), id: text })
const tagEntity = v.looseObject({ tag: v.string() })

const reference = v.object({ type: v.string(), id })

/** Response of `GET /2/tweets/{id}` with metrics. Every metric is read separately. */
export const insightsReply = v.object({ data: v.looseObject({ id }) })

/** A post in a response. Every field except the id may be missing. */
export const postReply = v.looseObject({
  id,
  text,
  note_post: v.fallback(v.nullish(v.looseObject({ text })), null),
  note_tweet: v.fallback(v.nullish(v.looseObject({ text })), null),
  author_id: lenientId,
  created_at: text,
  conversation_id: lenientId,
  in_reply_to_user_id: lenientId,
  referenced_posts: listOf(reference),
  referenced_tweets: listOf(reference),
  public_metrics: metrics,
  entities: v.fallback(
    v.nullish(
      v.looseObject({
        urls: listOf(urlEntity),
        mentions: listOf(mentionEntity),
        hashtags: listOf(tagEntity),
      }),
    ),
    null,
  ),
  attachments: v.fallback(
    v.nullish(v.looseObject({ media_keys: listOf(v.string()), poll_ids: listOf(id) })),
    null,
  ),
})

export const mediaReply = v.looseObject({
  media_key: v.string(),
  type: text,
  url: text,
  preview_image_url: text,
  alt_text: text,
  width: count,
  height: count,
})

export const pollReply = v.looseObject({
  id,
  options: listOf(v.looseObject({ position: count, label: v.string(), votes: count })),
  end_datetime: text,
  voting_status: text,
})

const includes = v.fallback(
  v.nullish(
    v.looseObject({
      users: listOf(userReply),
      posts: listOf(postReply),
      tweets: listOf(postReply),
      media: listOf(mediaReply),
      polls: listOf(pollReply),
    }),
  ),
  null,
)

const meta = v.fallback(v.nullish(v.object({ next_token: text })), null)

/** Response of `GET /2/tweets/{id}`. */
export const onePostReply = v.object({ data: postReply, includes })

/** Response with a list of posts: mentions, a timeline or a search. An empty list has no `data`. */
export const postsReply = v.object({ data: listOf(postReply), includes, meta })

/** Response with a list whose entries are not parsed. */
export const rawList = v.object({ data: listOf(v.record(v.string(), v.unknown())) })

/** Response of `GET /2/tweets/{id}/liking_users`. */
export const usersReply = v.object({ data: listOf(userReply), meta })

const processing = v.fallback(
  v.nullish(
    v.object({
      state: text,
      check_after_secs: count,
      error: v.fallback(v.nullish(v.object({ message: text })), null),
    }),
  ),
  null,
)
const media = v.object({
  id: lenientId,
  media_id_string: lenientId,
  media_key: text,
  expires_after_secs: count,
  processing_info: processing,
})

/**
 * Response of the upload requests `initialize`, `finalize` and status. Some of these responses
 * have no `data` envelope.
 */
export const uploadReply = v.pipe(
  v.union([
    v.object({ data: media }),
    v.pipe(
      media,
      v.transform((data) => ({ data })),
    ),
  ]),
  v.transform(({ data }) => data),
)

/** Response of `POST /2/dm_conversations/…/messages`. */
export const sentMessageReply = v.object({ data: v.object({ dm_conversation_id: id, dm_event_id: id }) })

export const messageReply = v.looseObject({
  id,
  text,
  dm_conversation_id: lenientId,
  created_at: text,
  sender_id: lenientId,
  attachments: v.fallback(v.nullish(v.looseObject({ media_keys: listOf(v.string()) })), null),
})

/** Response of `GET /2/dm_events` and `GET /2/dm_conversations/{id}/dm_events`. */
export const messagesReply = v.object({ data: listOf(messageReply), includes, meta })

/** A post. */
export type PostReply = v.InferOutput<typeof postReply>
/** A user. */
export type UserReply = v.InferOutput<typeof userReply>
export type MediaReply = v.InferOutput<typeof mediaReply>
/** A poll. */
export type PollReply = v.InferOutput<typeof pollReply>
/** Expansions of a response: people, files and polls that its posts refer to. */
export type Includes = v.InferOutput<typeof includes>
/** State of an upload, with X's processing status. */
export type UploadState = v.InferOutput<typeof uploadReply>
export type MessageReply = v.InferOutput<typeof messageReply>
