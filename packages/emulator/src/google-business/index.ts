export type { GoogleBusinessOperations } from './control/operations.js'
export { type GoogleBusinessModule, googleBusinessNetwork } from './module.js'
export type { Forgery } from './pushes/push-tokens.js'
export type {
  AccountSetup,
  GoogleBusinessOptions,
  GoogleBusinessPersonSetup,
  GoogleBusinessSettings,
  LocationSetup,
  NotificationShape,
  Service,
} from './settings.js'
