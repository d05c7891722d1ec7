export type { BlueskyOperations } from './control/operations.js'
export { type BlueskyModule, blueskyNetwork } from './module.js'
export {
  type AppPassword,
  type BlueskyNetworkOptions,
  type BlueskyPersonSetup,
  type BlueskySettings,
  WITH_MESSAGES,
  WITHOUT_MESSAGES,
} from './settings.js'
