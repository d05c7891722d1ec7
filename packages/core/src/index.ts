export * from './client/index.js'
export {
  type AccountChoice,
  type AskForDetails,
  type CallbackParams,
  type ChooseAccount,
  type ClaimResult,
  type Clock,
  Feature,
  type Finished,
  type HostedMedia,
  type JournalEntry,
  type JournalKey,
  type Locks,
  type LoginField,
  type LoginMemory,
  type LoginNotes,
  type LoginStep,
  type MediaHost,
  type OptionChoice,
  type OptionChoices,
  type Platform,
  type Progress,
  type Markers,
  type PublishJournal,
  type PushHeaders,
  type Random,
  type SeenUpdates,
  type SendToNetwork,
  type SpendingCounter,
  type SpendingLimit,
  type SpendingReservation,
  type Storage,
  type WebhookSecret,
} from './contract/index.js'
export { searchedOptions } from './checks/index.js'
export { discoverPlatforms } from './discovery/index.js'
export * from './errors/index.js'
export type { OperationEvent, RequestEvent, WarningEvent } from './diagnostics/index.js'
export * from './events/index.js'
export type { RetrySettings } from './http/attempts/retry-policy.js'
export type { CancelListener, Cancellation } from './http/cancellation.js'
export type { RateLimitState, Transport, TransportRequest, TransportResponse } from './http/types.js'
export { Media } from './media/index.js'
export {
  type AccountProfile,
  AppCredentials,
  type AppCredentialsInit,
  type AppRegistration,
  type Attachment,
  type BusinessLocation,
  Connection,
  type ConnectionInit,
  type Conversation,
  type JsonObject,
  type Like,
  type LikeResult,
  type Limits,
  LinkKind,
  MediaKind,
  type Message,
  type MomentInput,
  type Page,
  type Person,
  pictureUrl,
  platformOf,
  type Poll,
  type PollChoice,
  type Post,
  type PostDetails,
  type PostInput,
  type PostResult,
  PostState,
  type PostStats,
  type ThreadResult,
  type Receipt,
  type RepostResult,
  TextCount,
  type TextLink,
  type Thread,
  Token,
  type TokenInit,
  Unavailable,
  type Update,
  type UpdateBatch,
  type UpdateStep,
  UpdateKind,
  type Verification,
  type VerificationOption,
  Visibility,
} from './models/index.js'
export {
  appFromRecord,
  connectionFromRecord,
  fromRecord,
  messageFromRecord,
  postResultFromRecord,
  receiptFromRecord,
  type RecordKind,
  type StoredRecord,
  toRecord,
  updateFromRecord,
} from './models/records/records.js'
export { InMemoryPublishJournal } from './publishing/in-memory-journal.js'
export { InMemoryLoginMemory } from './storage/in-memory-login-memory.js'
export * from './spending/index.js'
export {
  InMemoryLocks,
  InMemoryStorage,
  type InMemoryStorageOptions,
  syncStorage,
  type SyncStorage,
  type WorkerStorage,
  workerStorage,
  type WorkerStorageOptions,
} from './storage/index.js'
export { countGraphemes, measureText } from './text/index.js'
export { type Health, type RenewalOutcome, TokenNotSavedError } from './tokens/index.js'
