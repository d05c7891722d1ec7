import { listOf } from '@social/core/platform'
import * as v from 'valibot'

// Only the fields we use. The others stay on `raw`, so the objects are loose.
// The lexicons: https://github.com/bluesky-social/atproto/tree/main/lexicons (read 2026-11-21)

const text = v.nullish(v.string())
const count = v.nullish(v.number())
const flag = v.nullish(v.boolean())

/** `{ uri, cid }`: one version of a record. */
export const strongRef = v.object({ uri: v.string(), cid: v.string() })

/** A file on the person's server. It is copied unchanged into records. */
export const blobRef = v.looseObject({ $type: v.literal('blob'), mimeType: v.string(), size: v.number() })

/** A link card in the format of its record. */
export const card = v.object({
  uri: v.string(),
  title: v.string(),
  description: v.string(),
  thumb: v.optional(blobRef),
})

/** `com.atproto.repo.uploadBlob`. */
export const blobReply = v.object({ blob: blobRef })

/** `com.atproto.server.createSession` and `refreshSession`. */
export const sessionReply = v.looseObject({
  accessJwt: v.pipe(v.string(), v.nonEmpty()),
  refreshJwt: v.pipe(v.string(), v.nonEmpty()),
  did: v.string(),
  handle: v.string(),
  didDoc: v.optional(v.unknown()),
  active: flag,
  status: text,
})

/** A DID document: only the fields for the server. https://atproto.com/specs/did (read 2026-11-21) */
export const didDocument = v.looseObject({
  id: v.string(),
  alsoKnownAs: v.nullish(v.array(v.string())),
  service: v.nullish(
    v.array(
      v.looseObject({
        id: v.string(),
        type: v.optional(v.unknown()),
        serviceEndpoint: v.optional(v.unknown()),
      }),
    ),
  ),
})

/** `com.atproto.identity.resolveHandle`. */
export const resolvedReply = v.object({ did: v.pipe(v.string(), v.startsWith('did:')) })

/** `com.atproto.server.getServiceAuth`. */
export const serviceTokenReply = v.object({ token: v.string() })

/** `createRecord` and `putRecord`. The record is already written, so only its identifiers are required. */
export const writtenReply = v.looseObject({ uri: v.string(), cid: v.string() })

/**
 * `applyWrites`: one result for each write, in order. Older servers return none: the records are then read, because a
 * proxy can return `{}` too.
 */
export const appliedReply = v.looseObject({
  results: v.tupleWithRest([v.looseObject({ uri: v.string(), cid: v.string() })], v.unknown()),
})

/** `deleteRecord`. Without `commit` there was no record to delete. */
export const deletedReply = v.looseObject({ commit: v.optional(v.unknown()) })

/** `com.atproto.repo.getRecord`. */
export const recordReply = v.looseObject({
  uri: v.string(),
  cid: v.nullish(v.string()),
  value: v.optional(v.unknown()),
})

/** `app.bsky.actor.defs#profileView` and its short forms. The avatar is not validated here: `pictureUrl` sanitizes it. */
export const profileReply = v.looseObject({
  did: v.string(),
  handle: v.string(),
  displayName: text,
  avatar: v.optional(v.unknown()),
})

/** A post's record: only the fields we use. Any program can write a record, so no field is reliable. */
export const postRecord = v.looseObject({
  text: v.fallback(v.string(), ''),
  createdAt: v.fallback(text, null),
  facets: v.fallback(v.array(v.unknown()), []),
  reply: v.fallback(v.nullish(v.object({ root: strongRef, parent: strongRef })), null),
})

/** `app.bsky.feed.defs#postView`. */
export const postView = v.looseObject({
  uri: v.string(),
  cid: v.string(),
  author: profileReply,
  record: v.optional(v.unknown()),
  embed: v.optional(v.unknown()),
  replyCount: count,
  repostCount: count,
  likeCount: count,
  quoteCount: count,
  indexedAt: text,
  viewer: v.nullish(
    v.looseObject({ like: text, repost: text, replyDisabled: flag, embeddingDisabled: flag }),
  ),
})

/** `app.bsky.feed.getPosts`. */
export const postsReply = v.object({ posts: v.array(postView) })

/** `app.bsky.feed.getPostThread`. The nodes are parsed one by one. */
export const threadReply = v.object({ thread: v.looseObject({ $type: text }) })

/** A node of a thread: a post, or a placeholder for a blocked or missing one. */
export const threadNode = v.looseObject({
  $type: text,
  uri: text,
  post: v.optional(postView),
  replies: v.nullish(v.array(v.unknown())),
})

/** `app.bsky.feed.getLikes`. */
export const likesReply = v.object({
  likes: listOf(v.looseObject({ actor: profileReply, createdAt: text })),
  cursor: text,
})

/** A notification. Each is parsed separately: an unreadable one must not hide the others. */
export const notification = v.looseObject({
  uri: v.string(),
  author: v.optional(profileReply),
  reason: v.string(),
  reasonSubject: text,
  record: v.optional(v.unknown()),
  indexedAt: v.string(),
})

/** `app.bsky.notification.listNotifications`. */
export const notificationsReply = v.object({
  notifications: listOf(v.looseObject({ uri: v.string(), indexedAt: v.string() })),
  cursor: text,
})

/** `chat.bsky.convo.defs#messageView`, a deleted message, or a system message, which has no sender. */
export const messageReply = v.looseObject({
  $type: text,
  id: v.string(),
  text,
  sender: v.nullish(v.looseObject({ did: v.string() })),
  sentAt: v.string(),
  embed: v.optional(v.unknown()),
})

/** `chat.bsky.convo.defs#convoView`. */
export const conversationReply = v.looseObject({
  id: v.string(),
  members: v.array(profileReply),
  lastMessage: v.nullish(v.looseObject({ $type: text })),
  unreadCount: count,
  kind: v.nullish(v.looseObject({ name: text })),
})

/** `chat.bsky.convo.getLog`. The entries are parsed one by one. */
export const chatLogReply = v.object({
  logs: listOf(v.looseObject({ $type: text })),
  cursor: text,
})

/** `chat.bsky.convo.defs#logCreateMessage`. */
export const createdMessage = v.looseObject({
  convoId: v.string(),
  message: messageReply,
  relatedProfiles: v.nullish(listOf(profileReply)),
})

/** `chat.bsky.convo.listConvos`. */
export const conversationsReply = v.object({ convos: listOf(conversationReply), cursor: text })

/** `chat.bsky.convo.listConvos` with groups only: the fields that identify a group. */
export const groupsReply = v.object({
  convos: v.array(
    v.looseObject({
      id: v.string(),
      members: v.array(v.looseObject({ did: v.string() })),
      lastMessage: v.nullish(v.looseObject({ $type: text })),
      kind: v.nullish(v.looseObject({ name: text, createdAt: text, memberCount: count })),
    }),
  ),
  cursor: text,
})

/** `chat.bsky.convo.getConvoForMembers` and `chat.bsky.group.createGroup`. */
export const oneConversationReply = v.object({ convo: conversationReply })

/** `chat.bsky.convo.getMessages`. */
export const messagesReply = v.object({
  messages: v.array(v.looseObject({ $type: text })),
  relatedProfiles: v.nullish(listOf(profileReply)),
  cursor: text,
})

const jobStatus = v.looseObject({
  jobId: text,
  state: text,
  error: text,
  message: text,
  failureCode: text,
  blob: v.optional(blobRef),
})

/** `app.bsky.video.uploadVideo` and `getJobStatus`. The first often has no envelope. */
export const jobReply = v.union([
  v.pipe(
    v.looseObject({ jobStatus }),
    v.transform((reply) => reply.jobStatus),
  ),
  jobStatus,
])

/** A session. */
export type SessionReply = v.InferOutput<typeof sessionReply>
/** A person. */
export type ProfileReply = v.InferOutput<typeof profileReply>
/** A post. */
export type PostView = v.InferOutput<typeof postView>
/** A post's record. */
export type PostRecord = v.InferOutput<typeof postRecord>
/** A notification. */
export type NotificationReply = v.InferOutput<typeof notification>
/** A conversation. */
export type ConversationReply = v.InferOutput<typeof conversationReply>
/** A file on the person's server. */
export type BlobRef = v.InferOutput<typeof blobRef>
/** One version of a record. */
export type StrongRef = v.InferOutput<typeof strongRef>
/** State of a video's processing job. */
export type JobReply = v.InferOutput<typeof jobReply>
/** A link card. */
export type Card = v.InferOutput<typeof card>
