import { tokenReplySchema } from '@social/core/platform'
import * as v from 'valibot'

// Only the fields we use. The others stay on `raw`. In August 2026 X renamed half of them: both names are read, only the
// new ones are sent. https://docs.x.com/changelog (read 2026-11-22)

/** Ids are 64-bit numbers, as text. */
const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
)
const lenientId = v.fallback(v.nullish(id), null)
const text = v.fallback(v.nullish(v.string()), null)
const count = v.fallback(v.nullish(v.number()), null)

/** A list whose entries are parsed separately. Unreadable entries are left out. */
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

/** `POST /2/oauth2/token`. */
export const tokenReply = tokenReplySchema

/** A user. */
export const userReply = v.looseObject({
  id,
  username: text,
  name: text,
  profile_image_url: v.optional(v.unknown()),
})

/** `GET /2/users/me`. */
export const meReply = v.object({ data: v.looseObject({ ...userReply.entries, username: v.string() }) })

/** `POST /2/users/{id}/retweets`. */
export const repostedReply = v.object({ data: v.object({ retweeted: v.boolean(), rest_id: lenientId }) })

/** `POST /2/tweets`. The post is already published, so only its id is required. */
export const postedReply = v.object({ data: v.object({ id }) })

/** `POST /2/users/{id}/likes`. */
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

/** A post. Every field except the id may be missing. */
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

/** A file of a post. */
export const mediaReply = v.looseObject({
  media_key: v.string(),
  type: text,
  url: text,
  preview_image_url: text,
  alt_text: text,
  width: count,
  height: count,
})

/** A poll of a post. */
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

/** `GET /2/tweets/{id}`. */
export const onePostReply = v.object({ data: postReply, includes })

/** A list of posts: mentions, a timeline, a search. An empty list has no `data`. */
export const postsReply = v.object({ data: listOf(postReply), includes, meta })

/** Unparsed entries of a list. */
export const rawList = v.object({ data: listOf(v.record(v.string(), v.unknown())) })

/** `GET /2/tweets/{id}/liking_users`. */
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

/** Responses of `initialize`, `finalize` and the status of a file. Some have no envelope. */
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

/** `POST /2/dm_conversations/…/messages`. */
export const sentMessageReply = v.object({ data: v.object({ dm_conversation_id: id, dm_event_id: id }) })

/** A private message. */
export const messageReply = v.looseObject({
  id,
  text,
  dm_conversation_id: lenientId,
  created_at: text,
  sender_id: lenientId,
  attachments: v.fallback(v.nullish(v.looseObject({ media_keys: listOf(v.string()) })), null),
})

/** `GET /2/dm_events` and `GET /2/dm_conversations/{id}/dm_events`. */
export const messagesReply = v.object({ data: listOf(messageReply), includes, meta })

/** A post. */
export type PostReply = v.InferOutput<typeof postReply>
/** A user. */
export type UserReply = v.InferOutput<typeof userReply>
/** A file of a post. */
export type MediaReply = v.InferOutput<typeof mediaReply>
/** A poll. */
export type PollReply = v.InferOutput<typeof pollReply>
/** Expansions of a response. */
export type Includes = v.InferOutput<typeof includes>
/** Status of a file. */
export type UploadState = v.InferOutput<typeof uploadReply>
/** A private message. */
export type MessageReply = v.InferOutput<typeof messageReply>
