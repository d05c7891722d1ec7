/** What the emulator can be asked to let happen; each network knows some of them. */
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
/** What the emulator can be asked to let happen. */
export type Happening = (typeof HAPPENINGS)[number]
