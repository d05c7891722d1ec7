export type { PinterestOperations } from './control.js'
export { type PinterestModule, pinterestNetwork } from './module.js'
export type { PinterestOptions, PinterestPersonSetup, PinterestRates, PinterestSettings } from './settings.js'
