export type { TiktokBusinessOperations } from './control/operations.js'
export { type TiktokBusinessModule, tiktokBusinessNetwork } from './module.js'
export type {
  RefreshTokenRule,
  TiktokBusinessOptions,
  TiktokBusinessPersonSetup,
  TiktokBusinessSettings,
} from './settings.js'
