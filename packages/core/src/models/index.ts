export { AppCredentials, type AppCredentialsInit, type AppRegistration } from './access/app-credentials.js'
export type { BusinessLocation, Verification, VerificationOption } from './business.js'
export { type ConnectionProblem, sameProblem } from './access/connection-problem.js'
export { Connection, type ConnectionInit, platformOf } from './access/connection.js'
export { HIDDEN, hide, hideWhenPrinted, model } from './values/hidden.js'
export {
  type DailyValue,
  type Insight,
  type InsightInit,
  InsightName,
  type Insights,
  makeInsights,
} from './insights.js'
export { type Limits, makeLimits } from './limits.js'
export type { Media, MediaReader } from './media.js'
export type { Conversation, Message } from './messages.js'
export { type MomentInput, type TemporalMoment, toMoment, toOptionalMoment } from './values/moment.js'
export { assertAppCredentials, assertAppKey, assertConnection } from './access/assert-stored.js'
export type { Filled } from './values/filled.js'
export { type PartialInit } from './values/left-out.js'
export { assertString } from './values/assert-kind.js'
export { assertObject } from './values/assert-object.js'
export { assertText, assertWholeText } from './values/assert-text.js'
export { pictureUrl } from './picture-url.js'
export { makePoll, type Poll, type PollChoice, type PollInit } from './poll.js'
export {
  type FirstCommentState,
  makePostResult,
  makePostStats,
  type Post,
  type PostInput,
  type PostResult,
  type PostResultInit,
  type PostStats,
  type ThreadResult,
} from './post.js'
export { makePostFailure, type PostFailure, type PostFailureInit } from './post-failure.js'
export {
  type AccountProfile,
  type Attachment,
  type Like,
  type LikeResult,
  makeAttachment,
  makePerson,
  makePostDetails,
  type Page,
  type Person,
  type PostDetails,
  type RepostResult,
  type TextLink,
  type Thread,
} from './reading.js'
export { wrongArgument } from './values/wrong-argument.js'
export { toPlainJson } from './values/plain-json.js'
export type { Finish, Json, JsonObject, PublishStep, Receipt, ReceiptStep } from './receipt.js'
export {
  appFromRecord,
  connectionFromRecord,
  type RecordKind,
  type RecordValues,
  type StoredRecord,
  toRecord,
} from './records/records.js'
export { Token, type TokenInit, type TokenKind } from './access/token.js'
export {
  makeUpdate,
  type Update,
  UpdateAction,
  type UpdateBatch,
  type UpdateInit,
  type UpdateStep,
} from './update.js'
export {
  LinkKind,
  MediaKind,
  PostState,
  TextCount,
  Unavailable,
  UpdateKind,
  Visibility,
} from './enumerations.js'
