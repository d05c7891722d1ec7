import { listOf } from '@social/core/platform'
import * as v from 'valibot'

// The schemas contain only the fields that the library uses. The objects are loose, because `raw`
// keeps the other fields.
// Lexicons: https://github.com/bluesky-social/atproto/tree/main/lexicons (read 2026-11-21)

const text = v.nullish(v.string())
const count = v.nullish(v.number())
const flag = v.nullish(v.boolean())

/** A strong reference (`com.atproto.repo.strongRef`): identifies one version of a record. */
export const strongRef = v.object({ uri: v.string(), cid: v.string() })

/** Reference to an uploaded file on the account's server. Copy it unchanged into records. */
export const blobRef = v.looseObject({ $type: v.literal('blob'), mimeType: v.string(), size: v.number() })

/** A link card in the format of a post's record. */
export const card = v.object({
  uri: v.string(),
  title: v.string(),
  description: v.string(),
  thumb: v.optional(blobRef),
})

/** Response of `com.atproto.repo.uploadBlob`. */
export const blobReply = v.object({ blob: blobRef })

/** Response of `com.atproto.server.createSession` and `refreshSession`. */
export const sessionReply = v.looseObject({
  accessJwt: v.pipe(v.string(), v.nonEmpty()),
  refreshJwt: v.pipe(v.string(), v.nonEmpty()),
  did: v.string(),
  handle: v.string(),
  didDoc: v.optional(v.unknown()),
  active: flag,
  status: text,
})

/**
 * A DID document, with the fields that name the account's server. https://atproto.com/specs/did
 * (read 2026-11-21)
 */
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

/** Response of `com.atproto.identity.resolveHandle`. */
export const resolvedReply = v.object({ did: v.pipe(v.string(), v.startsWith('did:')) })

/** Response of `com.atproto.server.getServiceAuth`. */
export const serviceTokenReply = v.object({ token: v.string() })

/**
 * Response of `createRecord` and `putRecord`. Requires only the identifiers, because the record is
 * already written.
 */
export const writtenReply = v.looseObject({ uri: v.string(), cid: v.string() })

/**
 * Response of `applyWrites`: one result for each write, in order. Older servers return no results.
 * The records are then read, because an empty object can also come from a proxy.
 */
export const appliedReply = v.looseObject({
  results: v.tupleWithRest([v.looseObject({ uri: v.string(), cid: v.string() })], v.unknown()),
})

/** Response of `deleteRecord`. `commit` is missing if the record did not exist. */
export const deletedReply = v.looseObject({ commit: v.optional(v.unknown()) })

/** Response of `com.atproto.repo.getRecord`. */
export const recordReply = v.looseObject({
  uri: v.string(),
  cid: v.nullish(v.string()),
  value: v.optional(v.unknown()),
})

/**
 * `app.bsky.actor.defs#profileView` and its shorter forms. The avatar URL is not validated here,
 * because `pictureUrl` sanitizes it.
 */
export const profileReply = v.looseObject({
  did: v.string(),
  handle: v.string(),
  displayName: text,
  avatar: v.optional(v.unknown()),
})

/**
 * A post's record, with the fields that the library uses. Any program can write a record, so every
 * field may be invalid.
 */
export const postRecord = v.looseObject({
  text: v.fallback(v.string(), ''),
  createdAt: v.fallback(text, null),
  facets: v.fallback(v.array(v.unknown()), []),
  reply: v.fallback(v.nullish(v.object({ root: strongRef, parent: strongRef })), null),
})

/** A post as `app.bsky.feed.defs#postView`. */
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

/** Response of `app.bsky.feed.getPosts`. */
export const postsReply = v.object({ posts: v.array(postView) })

/** Response of `app.bsky.feed.getPostThread`. Each node is parsed separately. */
export const threadReply = v.object({ thread: v.looseObject({ $type: text }) })

/** A node of a thread: a post, or the placeholder for a blocked or missing post. */
export const threadNode = v.looseObject({
  $type: text,
  uri: text,
  post: v.optional(postView),
  replies: v.nullish(v.array(v.unknown())),
})

/** Response of `app.bsky.feed.getLikes`. */
export const likesReply = v.object({
  likes: listOf(v.looseObject({ actor: profileReply, createdAt: text })),
  cursor: text,
})

/**
 * A notification. Each notification is parsed separately, so that an unreadable one does not hide
 * the others.
 */
export const notification = v.looseObject({
  uri: v.string(),
  author: v.optional(profileReply),
  reason: v.string(),
  reasonSubject: text,
  record: v.optional(v.unknown()),
  indexedAt: v.string(),
})

/** Response of `app.bsky.notification.listNotifications`. */
export const notificationsReply = v.object({
  notifications: listOf(v.looseObject({ uri: v.string(), indexedAt: v.string() })),
  cursor: text,
})

/**
 * `chat.bsky.convo.defs#messageView`, a deleted message, or a system message, which has no sender.
 */
export const messageReply = v.looseObject({
  $type: text,
  id: v.string(),
  text,
  sender: v.nullish(v.looseObject({ did: v.string() })),
  sentAt: v.string(),
  embed: v.optional(v.unknown()),
})

/** A conversation as `chat.bsky.convo.defs#convoView`. */
export const conversationReply = v.looseObject({
  id: v.string(),
  members: v.array(profileReply),
  lastMessage: v.nullish(v.looseObject({ $type: text })),
  unreadCount: count,
  kind: v.nullish(v.looseObject({ name: text })),
})

/** Response of `chat.bsky.convo.getLog`. Each entry is parsed separately. */
export const chatLogReply = v.object({
  logs: listOf(v.looseObject({ $type: text })),
  cursor: text,
})

/** A log entry about a new message: `chat.bsky.convo.defs#logCreateMessage`. */
export const createdMessage = v.looseObject({
  convoId: v.string(),
  message: messageReply,
  relatedProfiles: v.nullish(listOf(profileReply)),
})

/** Response of `chat.bsky.convo.listConvos`. */
export const conversationsReply = v.object({ convos: listOf(conversationReply), cursor: text })

/** Response of `chat.bsky.convo.listConvos` for groups, with the fields that identify a group. */
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

/** Response of `chat.bsky.convo.getConvoForMembers` and `chat.bsky.group.createGroup`. */
export const oneConversationReply = v.object({ convo: conversationReply })

/** Response of `chat.bsky.convo.getMessages`. */
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

/**
 * Response of `app.bsky.video.uploadVideo` and `getJobStatus`. `uploadVideo` often returns the
 * status without the field `jobStatus`.
 */
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
export type PostRecord = v.InferOutput<typeof postRecord>
export type NotificationReply = v.InferOutput<typeof notification>
export type ConversationReply = v.InferOutput<typeof conversationReply>
/** Reference to an uploaded file on the account's server. */
export type BlobRef = v.InferOutput<typeof blobRef>
/** Reference to one version of a record. */
export type StrongRef = v.InferOutput<typeof strongRef>
/** Status of the job that processes a video. */
export type JobReply = v.InferOutput<typeof jobReply>
/** A link card in the format of a post's record. */
export type Card = v.InferOutput<typeof card>
