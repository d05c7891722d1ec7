export type { MastodonOperations } from './control/operations.js'
export { type MastodonModule, mastodonNetwork } from './module.js'
export type {
  ExpiringTokens,
  KeyMode,
  MastodonOptions,
  MastodonSettings,
  PersonSetup,
  RateLimit,
  RateLimitRules,
  ServerLimits,
  VideoReady,
} from './settings.js'
