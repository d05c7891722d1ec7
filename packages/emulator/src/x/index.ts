export { PRICES } from './wire/billing.js'
export type { XOperations } from './control/operations.js'
export { type XModule, xNetwork } from './module.js'
export type { XOptions, XPersonSetup, XPlan, XSettings } from './settings.js'
