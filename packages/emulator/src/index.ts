export { bodyOf, receive, type Received, type ReceiveOptions } from './framework/bodies/body.js'
export { type EmulatorClock, SettableClock, type SettableClockOptions } from './framework/clock.js'
export { type Effect, type EffectKind, Effects, type NewEffect } from './framework/effects.js'
export { EmulatedNetwork, type EmulateOptions, type Exchange } from './framework/emulated-network.js'
export type { Fault, FaultEffect, FaultHandle, FaultMatch } from './framework/faults/fault-types.js'
export type {
  AddedReport,
  FieldReport,
  FieldReports,
  ReportVariant,
} from './framework/faults/field-report.js'
export type { ReplyChange } from './framework/faults/change-reply.js'
export { Faults } from './framework/faults/faults.js'
export { defineNetwork, type ModuleSetup, type NetworkModule, type OpenModule } from './framework/module.js'
export { MultipartError, type MultipartPart, readMultipart } from './framework/bodies/multipart.js'
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
} from './framework/control/operations.js'
export { type LoggedFields, RequestLog, type RequestRecord } from './framework/log/request-log.js'
export { notesOf, type PartNote, type RequestNotes } from './framework/log/request-notes.js'
export { type Handler, type RouteHandler, Router, type Visit } from './framework/router.js'
export {
  sampleAnimatedGif,
  sampleJpegHead,
  sampleMp4,
  sampleMp4Head,
  samplePng,
} from './framework/files/samples.js'
export type { AfterResponse } from './framework/server.js'
export { Seed } from './framework/seed.js'
export {
  type AllNetworks,
  loadNetwork,
  type NetworkName,
  type NetworkNamed,
  networkNames,
} from './networks.js'
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
