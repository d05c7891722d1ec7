// Entry point for tests of applications. Exports an in-memory network, a recording storage,
// builders of test objects, and a fake clock.
export { type AConnection, aConnection, anApp, aToken } from './builders/account.js'
export { aPerson, aPost, aReceipt, anUpdate } from './builders/content.js'
export { aLoginRequest } from './builders/login.js'
export { aPicture, aVideo, type CheckMedia } from './builders/media.js'
export type { FakeConversationInit, FakeMessageInit } from './fake-platform/conversations.js'
export { fakePlatform, type FakeOverrides } from './fake-platform/factory.js'
export { type CanFailNext } from './fake-platform/fake-network.js'
export { FakePlatform } from './fake-platform/fake-platform.js'
export type { FakePostInit } from './fake-platform/posts.js'
export type {
  AnsweredPost,
  EditedPost,
  PublishedPost,
  ReadConversation,
  ResumedLogin,
  SeenMarker,
  SentMessage,
  TouchedPost,
} from './fake-platform/records.js'
export type { FakePlatformSettings } from './fake-platform/settings.js'
export type { FakeConnectionInit } from './fake-platform/sign-in.js'
export type { FakeUpdateInit } from './fake-platform/updates.js'
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
