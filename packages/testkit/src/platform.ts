// Entry point for tests of a network. Exports the platform checks, test calls, builders of test
// objects, and a recording transport.
export { type AConnection, aConnection, anApp, aToken } from './builders/account.js'
export { aPerson, aPost, aReceipt, anUpdate } from './builders/content.js'
export { aLoginRequest } from './builders/login.js'
export { aPicture, aVideo, type CheckMedia } from './builders/media.js'
export {
  aCall,
  aReconcileCall,
  aLoginCall,
  type CallPlatform,
  type CallRecords,
  type CallSettings,
  type LoginCallSettings,
  type TestCall,
  type TestLoginCall,
} from './calls/a-call.js'
export {
  aPublishCall,
  fakeMediaHost,
  type PublishCallSettings,
  type PublishRecords,
  type RecordedStep,
  type TestPublishCall,
} from './calls/a-publish-call.js'
export type { PlatformChecksHooks } from './platform-checks/hooks.js'
export { type PlatformCheck, PlatformChecks } from './platform-checks/platform-checks.js'
export { FakeClock, type FakeClockSettings } from './time/fake-clock.js'
export { fakeRandom } from './time/fake-random.js'
export type { RecordedPart } from './transport/multipart.js'
export { RecordedRequest, type RecordedRequestInit } from './transport/recorded-request.js'
export { RecordingTransport, type RecordingTransportSettings } from './transport/recording-transport.js'
export { type FullReply, inTurn, type Replies, type ReplyMaker } from './transport/replies.js'
