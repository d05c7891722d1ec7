export type { BlueskyOperations } from './bluesky/control.js'
export { type BlueskyModule, blueskyNetwork } from './bluesky/module.js'
export {
  type AppPassword,
  type BlueskyNetworkOptions,
  type BlueskyPersonSetup,
  type BlueskySettings,
  WITH_MESSAGES,
  WITHOUT_MESSAGES,
} from './bluesky/settings.js'
export { bodyOf, receive, type Received, type ReceiveOptions } from './framework/body.js'
export { type EmulatorClock, SettableClock, type SettableClockOptions } from './framework/clock.js'
export { EmulatedNetwork, type EmulateOptions, type Exchange } from './framework/emulated-network.js'
export type { Fault, FaultEffect, FaultHandle, FaultMatch } from './framework/fault-types.js'
export { Faults } from './framework/faults.js'
export { defineNetwork, type ModuleSetup, type NetworkModule, type OpenModule } from './framework/module.js'
export { MultipartError, type MultipartPart, readMultipart } from './framework/multipart.js'
export {
  type AnyOperation,
  ControlError,
  type ControlOf,
  type FieldKind,
  type Fields,
  type InputOf,
  type Operation,
  operation,
  type Operations,
} from './framework/operations.js'
export { type LoggedFields, RequestLog, type RequestRecord } from './framework/request-log.js'
export { notesOf, type PartNote, type RequestNotes } from './framework/request-notes.js'
export { type Handler, type RouteHandler, Router, type Visit } from './framework/router.js'
export { sampleAnimatedGif, sampleMp4, sampleMp4Head, samplePng } from './framework/samples.js'
export { Seed } from './framework/seed.js'
export { type AllNetworks, allNetworks } from './networks.js'
export { type Emulator, type EmulatorOptions, startEmulator } from './start-emulator.js'
export {
  type DeliveryAttempt,
  type DeliveryOrder,
  hmac,
  type HmacOptions,
  type Push,
  WebhookSender,
  type WebhookSenderOptions,
} from './framework/webhooks.js'
export type { MastodonOperations } from './mastodon/control.js'
export { type MastodonModule, mastodonNetwork } from './mastodon/module.js'
export type {
  ExpiringTokens,
  MastodonOptions,
  MastodonSettings,
  PersonSetup,
  RateLimit,
  RateLimitRules,
  ServerLimits,
  VideoReady,
} from './mastodon/settings.js'
export type { TiktokOperations } from './tiktok/control.js'
export { type TiktokModule, tiktokNetwork } from './tiktok/module.js'
export type { RateRule, TiktokOptions, TiktokPersonSetup, TiktokSettings } from './tiktok/settings.js'
export type { YoutubeOperations } from './youtube/control.js'
export { type YoutubeModule, youtubeNetwork } from './youtube/module.js'
export type {
  GoogleAccountSetup,
  VideoProcessed,
  YoutubeOptions,
  YoutubeSettings,
} from './youtube/settings.js'
