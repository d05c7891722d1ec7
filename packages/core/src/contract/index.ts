export type * from './abilities/index.js'
export { ABILITY_METHODS, type AbilityMethod, FLAG_METHODS } from './ability-table.js'
export type { CallOptions, PublishOptions } from './call-options.js'
export type {
  Call,
  ClaimCall,
  FoundPost,
  LoginCall,
  PlatformHttp,
  Progress,
  PublishCall,
  Sign,
  SignContext,
} from './calls.js'
export { definePlatform } from './define-platform.js'
export { Feature } from './features.js'
export type {
  AccountChoice,
  AskForDetails,
  CallbackParams,
  ChooseAccount,
  Finished,
  LoginField,
  LoginRequest,
  LoginStep,
  SendToNetwork,
} from './login.js'
export type {
  AbilitiesFor,
  Platform,
  PlatformBase,
  PlatformDefinition,
  RenewalRule,
  UpdateFacts,
  Renewed,
} from './platform.js'
export { journalText, portArguments } from './port-arguments.js'
export { CLAIM_SLACK_SECONDS } from './ports.js'
export type * from './ports.js'
