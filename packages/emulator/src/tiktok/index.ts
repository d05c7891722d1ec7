export type { TiktokOperations } from './control/operations.js'
export { type TiktokModule, tiktokNetwork } from './module.js'
export type { RateRule, TiktokOptions, TiktokPersonSetup, TiktokSettings } from './settings.js'
