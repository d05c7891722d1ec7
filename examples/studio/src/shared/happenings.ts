/** Events that the emulator can trigger. Each network supports some of them. */
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
/** Event that the emulator can trigger. */
export type Happening = (typeof HAPPENINGS)[number]
