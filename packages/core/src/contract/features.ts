/** What a network can do, as flags. Everything else is found by looking for the methods. */
export const Feature = {
  CREATE_APP: 'CREATE_APP',
  NEEDS_NO_APP: 'NEEDS_NO_APP',
  POST_TEXT: 'POST_TEXT',
  POST_IMAGE: 'POST_IMAGE',
  POST_VIDEO: 'POST_VIDEO',
  SCHEDULE: 'SCHEDULE',
  REPLY: 'REPLY',
  DELETE_POST: 'DELETE_POST',
  READ_STATS: 'READ_STATS',
  PUSH_UPDATES: 'PUSH_UPDATES',
  READ_POST: 'READ_POST',
  READ_THREAD: 'READ_THREAD',
  REPLY_TO_COMMENTS: 'REPLY_TO_COMMENTS',
  LIKE: 'LIKE',
  READ_LIKES: 'READ_LIKES',
  READ_UPDATES_AFTER: 'READ_UPDATES_AFTER',
  SUBSCRIBE_UPDATES: 'SUBSCRIBE_UPDATES',
  MESSAGES: 'MESSAGES',
  START_CONVERSATIONS: 'START_CONVERSATIONS',
} as const
/** What a network can do. `SUBSCRIBE_UPDATES` is reserved and unused. */
export type Feature = keyof typeof Feature
