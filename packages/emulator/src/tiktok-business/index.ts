export type { TiktokBusinessOperations } from './control.js'
export { type TiktokBusinessModule, tiktokBusinessNetwork } from './module.js'
export type {
  RefreshTokenRule,
  TiktokBusinessOptions,
  TiktokBusinessPersonSetup,
  TiktokBusinessSettings,
} from './settings.js'
