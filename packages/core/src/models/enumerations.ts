/** All publish states of a post. */
export const PostState = {
  DONE: 'DONE',
  SCHEDULED: 'SCHEDULED',
  PROCESSING: 'PROCESSING',
  WAITING_FOR_PERSON: 'WAITING_FOR_PERSON',
  FAILED: 'FAILED',
} as const
/**
 * Publish state of a post. `WAITING_FOR_PERSON` means that the user must finish the post at the
 * network. Do not poll such a post.
 */
export type PostState = keyof typeof PostState

/** All kinds of media files. */
export const MediaKind = { IMAGE: 'IMAGE', VIDEO: 'VIDEO', DOCUMENT: 'DOCUMENT' } as const
/** Kind of a media file. */
export type MediaKind = keyof typeof MediaKind

/** All units in which networks count the length of a text. */
export const TextCount = {
  CHARACTERS: 'CHARACTERS',
  GRAPHEMES: 'GRAPHEMES',
  UTF8_BYTES: 'UTF8_BYTES',
  UTF16_UNITS: 'UTF16_UNITS',
  NETWORK: 'NETWORK',
} as const
/**
 * Unit in which a network counts the length of a text: code points, grapheme clusters, UTF-8
 * bytes, UTF-16 units, or a rule of that network.
 */
export type TextCount = keyof typeof TextCount

/** All kinds of updates. */
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
/** Kind of an update. `UNKNOWN` is an event that the library does not support. */
export type UpdateKind = keyof typeof UpdateKind

/** All audiences that a post can have. */
export const Visibility = {
  PUBLIC: 'PUBLIC',
  UNLISTED: 'UNLISTED',
  FOLLOWERS: 'FOLLOWERS',
  DIRECT: 'DIRECT',
} as const
/** Audience that can see a post. */
export type Visibility = keyof typeof Visibility

/** All kinds of links in a text. */
export const LinkKind = { MENTION: 'MENTION', LINK: 'LINK', TAG: 'TAG' } as const
/** Kind of a link in a text. */
export type LinkKind = keyof typeof LinkKind

/** All reasons why a post in a thread is unavailable. */
export const Unavailable = { DELETED: 'DELETED', BLOCKED: 'BLOCKED', HIDDEN: 'HIDDEN' } as const
/**
 * Reason why a post in a thread is unavailable: the post was deleted, one account blocks the
 * other, or moderators hid the post.
 */
export type Unavailable = keyof typeof Unavailable
