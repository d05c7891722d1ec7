export { PRICES } from './billing.js'
export type { XOperations } from './control.js'
export { type XModule, xNetwork } from './module.js'
export type { XOptions, XPersonSetup, XPlan, XSettings } from './settings.js'
