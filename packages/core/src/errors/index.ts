export { AuthError, type AuthErrorDetails, SignatureError, TokenExpiredError } from './auth.js'
export { type ErrorCode, type ErrorDetails, type PartOut, type RawData, SocialBaseError } from './base.js'
export { ConfigError } from './config.js'
export { IdempotencyConflictError, InvalidPostError } from './invalid-post.js'
export { type Delivery, NetworkError, type NetworkErrorDetails } from './network.js'
export {
  BlockedError,
  type MissingPermissionDetails,
  MissingPermissionError,
  NotAllowedError,
  type ReplyWindowClosedDetails,
  ReplyWindowClosedError,
} from './not-allowed.js'
export { NotFoundError, PostGoneError } from './not-found.js'
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
export { statusFor } from './status.js'
export { type UpdateBusyDetails, UpdateBusyError } from './update-busy.js'
export { type Todo, whatNext, type WhatNext } from './what-next.js'
