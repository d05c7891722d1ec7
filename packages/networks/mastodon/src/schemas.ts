import { listOf } from '@social/core/platform'
import * as v from 'valibot'

// Only the fields we use. The others stay on `raw`, so the objects are loose. Every field except an id may be missing:
// several other programs use this API. https://docs.joinmastodon.org/entities/ (read 2026-09-24)

/**
 * Ids are opaque: digits beyond 2^53, UUIDs, ULIDs or hex. An empty id is invalid, because a reply to it would
 * create a new post.
 */
const id = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]),
  v.transform((value) => String(value)),
)
const text = v.nullish(v.string())
const count = v.nullish(v.number())

/** `POST /api/v1/apps`. */
export const appReply = v.object({ client_id: v.string(), client_secret: v.string() })

/** An Account. `avatar` and `url` are not validated here: `pictureUrl` sanitizes them. */
export const accountReply = v.looseObject({
  id,
  acct: v.string(),
  display_name: text,
  url: v.optional(v.unknown()),
  avatar: v.optional(v.unknown()),
})

const size = v.nullish(v.object({ width: count, height: count }))
const attachmentReply = v.looseObject({
  id: v.nullish(id),
  type: text,
  url: text,
  preview_url: text,
  description: text,
  meta: v.nullish(v.object({ original: size })),
})

/** Quote and ShallowQuote. The first contains the quoted post, the second only its id. */
const quoteReply = v.looseObject({
  state: text,
  quoted_status: v.nullish(v.looseObject({ id })),
  quoted_status_id: v.nullish(id),
})

const pollReply = v.looseObject({
  id: v.nullish(id),
  expires_at: text,
  expired: v.nullish(v.boolean()),
  multiple: v.nullish(v.boolean()),
  votes_count: count,
  voters_count: count,
  options: v.array(v.looseObject({ title: v.string(), votes_count: count })),
  voted: v.nullish(v.boolean()),
  own_votes: v.nullish(v.array(v.number())),
})

const mentionReply = v.looseObject({ id, acct: v.string(), url: text })

const statusEntries = {
  id,
  url: text,
  uri: text,
  content: text,
  created_at: text,
  visibility: text,
  in_reply_to_id: v.nullish(id),
  in_reply_to_account_id: v.nullish(id),
  replies_count: count,
  favourites_count: count,
  reblogs_count: count,
  quotes_count: count,
  favourited: v.nullish(v.boolean()),
  mentions: v.nullish(v.array(mentionReply)),
  media_attachments: v.nullish(v.array(attachmentReply)),
  quote: v.nullish(quoteReply),
  spoiler_text: text,
  sensitive: v.nullish(v.boolean()),
  language: text,
  edited_at: text,
  reblogged: v.nullish(v.boolean()),
  poll: v.nullish(pollReply),
}
const originalReply = v.looseObject({ ...statusEntries, account: accountReply })

/** A Status. A boost contains the original post in `reblog`. */
export const statusReply = v.looseObject({
  ...statusEntries,
  account: accountReply,
  reblog: v.nullish(originalReply),
})

const anyText = v.fallback(text, null)

/** Response of `POST /api/v1/statuses`: a Status or a ScheduledStatus. The post is already published, so only the id is required. */
export const postedReply = v.object({
  id,
  url: anyText,
  uri: anyText,
  content: anyText,
  scheduled_at: anyText,
})

/** The same response for a message, with the fields of a Status. An unreadable account is ignored. */
export const sentReply = v.looseObject({ ...statusEntries, account: v.nullish(accountReply) })

/** `GET /api/v1/statuses/:id/source`. */
export const sourceReply = v.object({
  text: v.fallback(v.string(), ''),
  spoiler_text: v.fallback(v.string(), ''),
})

/** `GET /api/v1/statuses/:id/history`: versions of a status, oldest first. */
export const historyReply = v.array(
  v.looseObject({ content: text, spoiler_text: text, sensitive: v.nullish(v.boolean()), created_at: text }),
)

/** Response to a boost and to its removal: only the ids. */
export const boostReply = v.looseObject({ id, reblog: v.nullish(v.looseObject({ id })) })

/** `GET /api/v1/statuses/:id/context`. */
export const contextReply = v.object({
  ancestors: v.array(statusReply),
  descendants: v.array(statusReply),
})

/** A MediaAttachment: only the field that uploads need. */
export const mediaReply = v.looseObject({ id })

/** `GET /api/v1/statuses/:id/favourited_by`. */
export const accountsReply = listOf(accountReply)

/** A Notification. Each is parsed separately: an unreadable one must not hide the others. */
export const notificationReply = v.looseObject({
  id,
  type: v.string(),
  created_at: text,
  account: v.nullish(accountReply),
  status: v.nullish(v.looseObject({ ...statusEntries, account: v.nullish(accountReply) })),
})

/** `GET /api/v1/notifications`. */
export const notificationsReply = listOf(v.looseObject({ id }))

/** A Conversation. */
export const conversationReply = v.looseObject({
  id,
  unread: v.nullish(v.boolean()),
  accounts: v.array(accountReply),
  last_status: v.nullish(statusReply),
})

/** `GET /api/v1/conversations`. */
export const conversationsReply = listOf(conversationReply)

/** A ScheduledStatus. */
export const scheduledReply = v.looseObject({
  id,
  scheduled_at: v.string(),
  params: v.nullish(
    v.looseObject({
      text,
      spoiler_text: text,
      in_reply_to_id: v.nullish(id),
      poll: v.nullish(v.object({ options: v.fallback(v.array(v.string()), []) })),
    }),
  ),
  media_attachments: v.nullish(v.array(v.looseObject({ id }))),
})

/** `GET /api/v1/scheduled_statuses`. */
export const scheduledListReply = v.array(scheduledReply)

const configuration = v.object({
  urls: v.fallback(v.nullish(v.object({ streaming: text })), null),
  polls: v.nullish(
    v.object({
      max_options: count,
      max_characters_per_option: count,
      min_expiration: count,
      max_expiration: count,
    }),
  ),
  statuses: v.nullish(
    v.object({ max_characters: count, max_media_attachments: count, characters_reserved_per_url: count }),
  ),
  media_attachments: v.nullish(
    v.object({ image_size_limit: count, video_size_limit: count, description_limit: count }),
  ),
})

/** `GET /api/v2/instance`, and `GET /api/v1/instance` of servers that only have that. */
export const instanceReply = v.object({
  version: v.fallback(text, null),
  api_versions: v.fallback(v.nullish(v.object({ mastodon: count })), null),
  configuration: v.nullish(configuration),
  urls: v.fallback(v.nullish(v.object({ streaming_api: text })), null),
  max_toot_chars: count,
})

/** `GET /.well-known/nodeinfo`. */
export const nodeinfoLinksReply = v.object({ links: v.array(v.object({ href: v.string() })) })

/** The NodeInfo document. */
export const nodeinfoReply = v.object({
  software: v.object({ name: v.string(), version: v.fallback(text, null) }),
})

/** An Account. */
export type AccountReply = v.InferOutput<typeof accountReply>
/** A MediaAttachment of a Status. */
export type AttachmentReply = v.InferOutput<typeof attachmentReply>
/** A Status, or the post behind a boost. */
export type StatusReply = v.InferOutput<typeof statusReply>
/** A Notification. */
export type NotificationReply = v.InferOutput<typeof notificationReply>
/** A Poll. */
export type PollReply = v.InferOutput<typeof pollReply>
/** A Conversation. */
export type ConversationReply = v.InferOutput<typeof conversationReply>
/** Statuses. Each is parsed separately: an unreadable one must not hide the others. */
export const statusesReply = v.array(v.looseObject({ id }))

/** A Status or a ScheduledStatus. */
export type PostedReply = v.InferOutput<typeof postedReply>
/** A Status that was just sent. */
export type SentReply = v.InferOutput<typeof sentReply>
/** A ScheduledStatus. */
export type ScheduledReply = v.InferOutput<typeof scheduledReply>
/** Instance document of a server. */
export type InstanceReply = v.InferOutput<typeof instanceReply>
