export type { GoogleBusinessOperations } from './control.js'
export { type GoogleBusinessModule, googleBusinessNetwork } from './module.js'
export type { Forgery } from './push-tokens.js'
export type {
  AccountSetup,
  GoogleBusinessOptions,
  GoogleBusinessPersonSetup,
  GoogleBusinessSettings,
  LocationSetup,
  NotificationShape,
  Service,
} from './settings.js'
