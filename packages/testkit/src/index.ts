export { type AConnection, aConnection, anApp, aToken } from './builders/account.js'
export { aPerson, aPost, aReceipt, anUpdate } from './builders/content.js'
export { aLoginRequest } from './builders/login.js'
export {
  RecordingStorage,
  type RecordingStorageSettings,
  StorageCall,
  type StorageMethod,
} from './storage/recording-storage.js'
export { FakeClock, type FakeClockSettings } from './time/fake-clock.js'
export { fakeRandom } from './time/fake-random.js'
export type { RecordedPart } from './transport/multipart.js'
export { RecordedRequest, type RecordedRequestInit } from './transport/recorded-request.js'
export { RecordingTransport, type RecordingTransportSettings } from './transport/recording-transport.js'
export { type FullReply, inTurn, type Replies, type ReplyMaker } from './transport/replies.js'
