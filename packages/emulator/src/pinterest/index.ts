export type { PinterestOperations } from './control/operations.js'
export { type PinterestModule, pinterestNetwork } from './module.js'
export type { PinterestOptions, PinterestPersonSetup, PinterestRates, PinterestSettings } from './settings.js'
