import { listOf } from '@social/core/platform'
import * as v from 'valibot'

// The schemas contain only the fields that the library uses. The objects are loose, because `raw`
// keeps the other fields. Every field except an id may be missing, because several other programs
// use this API. https://docs.joinmastodon.org/entities/ (read 2026-09-24)

/**
 * Ids are arbitrary strings: numbers above 2^53, UUIDs, ULIDs or hex. An empty id is invalid,
 * because a reply to an empty id would create a new post.
 */
const id = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]),
  v.transform((value) => String(value)),
)
const text = v.nullish(v.string())
const count = v.nullish(v.number())

/** Response of `POST /api/v1/apps`. */
export const appReply = v.object({ client_id: v.string(), client_secret: v.string() })

/**
 * An Account entity. `avatar` and `url` are not validated here, because `pictureUrl` sanitizes
 * them.
 */
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

/** A Quote or ShallowQuote entity. Quote contains the quoted post, ShallowQuote only its id. */
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

/** A Status entity. A boost contains the original post in `reblog`. */
export const statusReply = v.looseObject({
  ...statusEntries,
  account: accountReply,
  reblog: v.nullish(originalReply),
})

const anyText = v.fallback(text, null)

/**
 * Response of `POST /api/v1/statuses`: a Status or a ScheduledStatus. Only the id is required,
 * because the post is already published.
 */
export const postedReply = v.object({
  id,
  url: anyText,
  uri: anyText,
  content: anyText,
  scheduled_at: anyText,
})

/** Response of `POST /api/v1/statuses` for a message: a Status, whose account may be missing. */
export const sentReply = v.looseObject({ ...statusEntries, account: v.nullish(accountReply) })

/** Response of `GET /api/v1/statuses/:id/source`. */
export const sourceReply = v.object({
  text: v.fallback(v.string(), ''),
  spoiler_text: v.fallback(v.string(), ''),
})

/** Response of `GET /api/v1/statuses/:id/history`: the versions of a status, oldest first. */
export const historyReply = v.array(
  v.looseObject({ content: text, spoiler_text: text, sensitive: v.nullish(v.boolean()), created_at: text }),
)

/** Response to a boost, or to undoing a boost. Only the ids are parsed. */
export const boostReply = v.looseObject({ id, reblog: v.nullish(v.looseObject({ id })) })

/** Response of `GET /api/v1/statuses/:id/context`. */
export const contextReply = v.object({
  ancestors: v.array(statusReply),
  descendants: v.array(statusReply),
})

/** A MediaAttachment entity with only the field that uploads need. */
export const mediaReply = v.looseObject({ id })

/** Response of `GET /api/v1/statuses/:id/favourited_by`. */
export const accountsReply = listOf(accountReply)

/**
 * A Notification entity. Each notification is parsed separately, so that an unreadable one does
 * not hide the others.
 */
export const notificationReply = v.looseObject({
  id,
  type: v.string(),
  created_at: text,
  account: v.nullish(accountReply),
  status: v.nullish(v.looseObject({ ...statusEntries, account: v.nullish(accountReply) })),
})

/** Response of `GET /api/v1/notifications`. */
export const notificationsReply = listOf(v.looseObject({ id }))

export const conversationReply = v.looseObject({
  id,
  unread: v.nullish(v.boolean()),
  accounts: v.array(accountReply),
  last_status: v.nullish(statusReply),
})

/** Response of `GET /api/v1/conversations`. */
export const conversationsReply = listOf(conversationReply)

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

/** Response of `GET /api/v1/scheduled_statuses`. */
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

/**
 * Response of `GET /api/v2/instance`, or of `GET /api/v1/instance` on servers without version 2.
 */
export const instanceReply = v.object({
  version: v.fallback(text, null),
  api_versions: v.fallback(v.nullish(v.object({ mastodon: count })), null),
  configuration: v.nullish(configuration),
  urls: v.fallback(v.nullish(v.object({ streaming_api: text })), null),
  max_toot_chars: count,
})

/** Response of `GET /.well-known/nodeinfo`, with the URLs of NodeInfo documents. */
export const nodeinfoLinksReply = v.object({ links: v.array(v.object({ href: v.string() })) })

/** The NodeInfo document, which names the server's program. */
export const nodeinfoReply = v.object({
  software: v.object({ name: v.string(), version: v.fallback(text, null) }),
})

/** An Account. */
export type AccountReply = v.InferOutput<typeof accountReply>
export type AttachmentReply = v.InferOutput<typeof attachmentReply>
/** A Status entity, including the post inside of a boost. */
export type StatusReply = v.InferOutput<typeof statusReply>
export type NotificationReply = v.InferOutput<typeof notificationReply>
/** A Poll. */
export type PollReply = v.InferOutput<typeof pollReply>
export type ConversationReply = v.InferOutput<typeof conversationReply>
/**
 * A list of unparsed statuses. Each status is parsed separately, so that an unreadable one does
 * not hide the others.
 */
export const statusesReply = v.array(v.looseObject({ id }))

/** Response to a new post: a Status or a ScheduledStatus. */
export type PostedReply = v.InferOutput<typeof postedReply>
/** A status that was just sent. Most fields may be missing. */
export type SentReply = v.InferOutput<typeof sentReply>
export type ScheduledReply = v.InferOutput<typeof scheduledReply>
/** Instance document of a server, which contains its version and limits. */
export type InstanceReply = v.InferOutput<typeof instanceReply>
