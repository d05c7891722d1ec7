export type {
  Account,
  AccountBase,
  AccountFor,
  AccountOf,
  AnyAccount,
  CanNarrow,
  CanPost,
  CanPostThread,
  Lacks,
  OptionsOf,
  PostOf,
} from './account/account-types.js'
export type { Direct, DirectOptions, DirectReply } from './account/direct.js'
export type {
  AccountOperations,
  ChoicesOptions,
  ListenOptions,
  ListOptions,
  PostEditInput,
  ReplyOptions,
  UndoRepostOptions,
} from '../contract/index.js'
export type { PostCheck, PostToCheck } from './posting/check-posts.js'
export type { RoutesClient } from './routes-client.js'
export { SocialClient } from './social-client.js'
export type {
  CallOptions,
  ChooseOptions,
  CreateAppOptions,
  FinishLoginOptions,
  PlatformName,
  PostThreadOptions,
  PublishOptions,
  SocialClientOptions,
  StartLoginOptions,
  ThreadPlace,
} from './types.js'
