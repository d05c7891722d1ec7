export * from './checks/index.js'
export { checkTextLength } from './checks/text-length.js'
export * from './contract/index.js'
export * from './errors/index.js'
export { messageOf } from './errors/message-of.js'
export {
  assertPublicUrl,
  cleanHost,
  type GuardOptions,
  hostUrl,
  isLoopbackHost,
} from './http/guard/address.js'
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
export type { HttpBinding } from './http/binding.js'
export { Deadline, type DeadlineOptions } from './http/time/deadline.js'
export { HttpEngine, type HttpEngineOptions } from './http/engine.js'
export { errorFromReply, rawOf } from './http/errors.js'
export { type EventStreamListener, EventStreamReader, type StreamEvent } from './http/readers/event-stream.js'
export { parseJson } from './http/readers/json.js'
export { listOf } from './http/readers/list-of.js'
export { readLinkHeader } from './http/readers/link-header.js'
export { networkText, quoteNetwork, withoutStops } from './http/readers/network-text.js'
export { paginate, type PaginateOptions } from './http/readers/paginate.js'
export {
  readAllUpdateSteps,
  readUpdateLists,
  type UpdateLists,
  type UpdatePage,
} from './http/readers/update-lists.js'
export { rateLimitFrom, retryAfterSeconds } from './http/attempts/rate-limit.js'
export type { RetrySettings } from './http/attempts/retry-policy.js'
export type * from './http/types.js'
export { type Fate, finishWith, type PublishRecorder } from './http/attempts/visible-request.js'
export {
  type BodyOptions,
  type BytesOptions,
  type ImageSize,
  Media,
  mediaBody,
  type MediaOptions,
  mediaPart,
  openUpload,
  readImageSize,
  type Upload,
  type UploadOptions,
} from './media/index.js'
export * from './models/index.js'
export * from './oauth2/index.js'
export { choosePost, type PostChoice } from './publishing/choose-post.js'
export * from './publishing/lost/index.js'
export * from './text/index.js'
export * from './webhook/index.js'
export { type AnswerLimits, answerWithin } from './storage/answer-within.js'
export { freeAtOf, isCounted, slotEndAt, type SpendingSlot } from './spending/sliding-window.js'
