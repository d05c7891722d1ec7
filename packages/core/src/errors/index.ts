export { AuthError, type AuthErrorDetails, SignatureError, TokenExpiredError } from './auth.js'
export { type ErrorCode, type ErrorDetails, type PartOut, type RawData, SocialBaseError } from './base.js'
export { ClosedError } from './closed.js'
export { ConfigError } from './config.js'
export { InvalidHostError } from './invalid-host.js'
export { IdempotencyConflictError, type InvalidPostDetails, InvalidPostError } from './invalid-post.js'
export { type Delivery, NetworkError, type NetworkErrorDetails } from './network.js'
export {
  BlockedError,
  type MissingPermissionDetails,
  MissingPermissionError,
  NotAllowedError,
  type ReplyWindowClosedDetails,
  ReplyWindowClosedError,
} from './not-allowed.js'
export { NoConnectionError, NotFoundError, PostGoneError } from './not-found.js'
export { type NotSupportedDetails, NotSupportedError } from './not-supported.js'
export { PlatformError, type PlatformErrorDetails } from './platform.js'
export { PortError, type PortErrorDetails } from './port.js'
export {
  type OutcomeUnknownDetails,
  OutcomeUnknownError,
  type PublishBusyDetails,
  PublishBusyError,
} from './publishing.js'
export { type RateLimitDetails, RateLimitError } from './rate-limit.js'
export { type SpendingLimitDetails, SpendingLimitError } from './spending-limit.js'
export {
  type IssueValue,
  type PostField,
  type PostIssue,
  type PostIssueInit,
  postIssuesOf,
} from './user-messages/post-issue.js'
export { statusFor } from './handling/status.js'
export { type UpdateBusyDetails, UpdateBusyError } from './update-busy.js'
export { Todo, whatNext, type WhatNext } from './handling/what-next.js'
export type { SharedIssueCode } from './user-messages/issue-texts.js'
export type { SharedReason } from './user-messages/reason-texts.js'
export type {
  LabelText,
  MessageFact,
  MessageFacts,
  MessageTemplate,
  ShownFacts,
  UserText,
} from './user-messages/template.js'
export type { UserMessages } from './user-messages/user-message.js'
export { userMessageOf } from './user-messages/user-message-of.js'
