/** How a post is getting on. */
export const PostState = {
  DONE: 'DONE',
  SCHEDULED: 'SCHEDULED',
  PROCESSING: 'PROCESSING',
  WAITING_FOR_PERSON: 'WAITING_FOR_PERSON',
  FAILED: 'FAILED',
} as const
/** How a post is getting on. `WAITING_FOR_PERSON` is final for the library: never poll such a post. */
export type PostState = keyof typeof PostState

/** What kind of file a piece of media is. */
export const MediaKind = { IMAGE: 'IMAGE', VIDEO: 'VIDEO' } as const
/** What kind of file a piece of media is. */
export type MediaKind = keyof typeof MediaKind

/** What a network counts when it counts the length of a text. */
export const TextCount = {
  CHARACTERS: 'CHARACTERS',
  GRAPHEMES: 'GRAPHEMES',
  UTF8_BYTES: 'UTF8_BYTES',
  UTF16_UNITS: 'UTF16_UNITS',
  NETWORK: 'NETWORK',
} as const
/** What a network counts: code points, letters as people see them, bytes of UTF-8, UTF-16 units, or by rules of its own. */
export type TextCount = keyof typeof TextCount

/** What kind of thing happened on an account. */
export const UpdateKind = {
  COMMENT_CREATED: 'COMMENT_CREATED',
  COMMENT_DELETED: 'COMMENT_DELETED',
  MENTION: 'MENTION',
  MESSAGE_RECEIVED: 'MESSAGE_RECEIVED',
  REACTION_ADDED: 'REACTION_ADDED',
  REPOST_ADDED: 'REPOST_ADDED',
  FOLLOWED: 'FOLLOWED',
  POST_PUBLISHED: 'POST_PUBLISHED',
  POST_DRAFTED: 'POST_DRAFTED',
  POST_FAILED: 'POST_FAILED',
  POST_UPDATED: 'POST_UPDATED',
  POST_DELETED: 'POST_DELETED',
  CONNECTION_REVOKED: 'CONNECTION_REVOKED',
  DATA_DELETION_REQUESTED: 'DATA_DELETION_REQUESTED',
  REVIEW_CREATED: 'REVIEW_CREATED',
  REVIEW_UPDATED: 'REVIEW_UPDATED',
  QUESTION_CREATED: 'QUESTION_CREATED',
  ANSWER_CREATED: 'ANSWER_CREATED',
  UNKNOWN: 'UNKNOWN',
} as const
/** What kind of thing happened on an account; `UNKNOWN` where the network used a word the library does not know. */
export type UpdateKind = keyof typeof UpdateKind

/** Who can see a post. */
export const Visibility = {
  PUBLIC: 'PUBLIC',
  UNLISTED: 'UNLISTED',
  FOLLOWERS: 'FOLLOWERS',
  DIRECT: 'DIRECT',
} as const
/** Who can see a post. */
export type Visibility = keyof typeof Visibility

/** What a marked part of a text is. */
export const LinkKind = { MENTION: 'MENTION', LINK: 'LINK', TAG: 'TAG' } as const
/** What a marked part of a text is. */
export type LinkKind = keyof typeof LinkKind

/** Why a post in a thread cannot be shown. */
export const Unavailable = { DELETED: 'DELETED', BLOCKED: 'BLOCKED', HIDDEN: 'HIDDEN' } as const
/** Why a post in a thread cannot be shown: deleted, blocked in either direction, or hidden by moderation. */
export type Unavailable = keyof typeof Unavailable
