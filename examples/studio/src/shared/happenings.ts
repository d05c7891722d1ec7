/** Events that the emulator can trigger. Each network supports some of these events. */
export const HAPPENINGS = [
  'comment',
  'mention',
  'message',
  'follow',
  'like',
  'repost',
  'postDraft',
  'removeAccess',
  'requestDeletion',
  'review',
  'editReview',
] as const
export type Happening = (typeof HAPPENINGS)[number]
