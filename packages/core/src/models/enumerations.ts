/** Publish states of a post. */
export const PostState = {
  DONE: 'DONE',
  SCHEDULED: 'SCHEDULED',
  PROCESSING: 'PROCESSING',
  WAITING_FOR_PERSON: 'WAITING_FOR_PERSON',
  FAILED: 'FAILED',
} as const
/** Publish state of a post. `WAITING_FOR_PERSON` is final for the library: never poll the post. */
export type PostState = keyof typeof PostState

/** Kinds of media files. */
export const MediaKind = { IMAGE: 'IMAGE', VIDEO: 'VIDEO' } as const
/** Kind of a media file. */
export type MediaKind = keyof typeof MediaKind

/** Units of text length. */
export const TextCount = {
  CHARACTERS: 'CHARACTERS',
  GRAPHEMES: 'GRAPHEMES',
  UTF8_BYTES: 'UTF8_BYTES',
  UTF16_UNITS: 'UTF16_UNITS',
  NETWORK: 'NETWORK',
} as const
/** Unit of text length: code points, grapheme clusters, UTF-8 bytes, UTF-16 units, or a rule of the network. */
export type TextCount = keyof typeof TextCount

/** Kinds of updates on an account. */
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
/** Kind of an update on an account. `UNKNOWN` is a kind that the library does not support. */
export type UpdateKind = keyof typeof UpdateKind

/** Audiences of a post. */
export const Visibility = {
  PUBLIC: 'PUBLIC',
  UNLISTED: 'UNLISTED',
  FOLLOWERS: 'FOLLOWERS',
  DIRECT: 'DIRECT',
} as const
/** Audience of a post. */
export type Visibility = keyof typeof Visibility

/** Kinds of links in a text. */
export const LinkKind = { MENTION: 'MENTION', LINK: 'LINK', TAG: 'TAG' } as const
/** Kind of a link in a text. */
export type LinkKind = keyof typeof LinkKind

/** Reasons why a post in a thread is unavailable. */
export const Unavailable = { DELETED: 'DELETED', BLOCKED: 'BLOCKED', HIDDEN: 'HIDDEN' } as const
/** Reason why a post in a thread is unavailable: deleted, blocked in either direction, or hidden by moderation. */
export type Unavailable = keyof typeof Unavailable
