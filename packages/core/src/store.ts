// Entry point `@social/core/store`, for authors of stores and queues.
export { describeValue, refuseUnknownNames } from './checks/index.js'
export {
  type Call,
  CLAIM_SLACK_SECONDS,
  type ClaimResult,
  type Clock,
  type JournalEntry,
  type JournalKey,
  journalText,
  type Locks,
  type LoginMemory,
  type LoginNotes,
  type Markers,
  type MediaHost,
  portArguments,
  type PostCandidate,
  type PostClaim,
  type PublishJournal,
  type Random,
  type Reconciled,
  type SeenUpdates,
  type SpendingCounter,
  type SpendingLimit,
  type SpendingReservation,
  type Storage,
} from './contract/index.js'
export {
  ConfigError,
  IdempotencyConflictError,
  InvalidPostError,
  NetworkError,
  PortError,
  SocialBaseError,
} from './errors/index.js'
export { messageOf } from './errors/message-of.js'
export {
  type Alarm,
  type AlarmListener,
  setAlarm,
  stopAlarm,
  systemClock,
  systemRandom,
} from './http/time/clock.js'
export { Lease, type LeaseMoment, leaseMoment, type LeaseOptions } from './http/time/lease.js'
export { within, type WithinOptions } from './http/time/within.js'
export { Media } from './media/index.js'
export {
  AppCredentials,
  appFromRecord,
  assertAppCredentials,
  assertAppKey,
  assertConnection,
  assertObject,
  assertString,
  assertText,
  assertWholeText,
  Connection,
  connectionFromRecord,
  type ConnectionInit,
  type Filled,
  type Json,
  type JsonObject,
  makePostResult,
  type MomentInput,
  type PostInput,
  type PostResult,
  PostState,
  Token,
  toOptionalMoment,
  toPlainJson,
  toRecord,
  wrongArgument,
} from './models/index.js'
export { choosePost, type PostChoice } from './publishing/choose-post.js'
export { freeAtOf, isCounted, slotEndAt, type SpendingSlot } from './spending/sliding-window.js'
export { type AnswerLimits, answerWithin } from './storage/answer-within.js'
export { firstCommentKey, journalKeyText, MAX_KEY_LENGTH } from './publishing/journal-key.js'
export { receiptText } from './publishing/receipt-text.js'
export { sameToken } from './storage/same-token.js'
