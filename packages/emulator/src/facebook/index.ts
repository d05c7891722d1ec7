export type { FacebookOperations } from './control/operations.js'
export { type FacebookModule, facebookNetwork } from './module.js'
export type { FacebookOptions, FacebookPersonSetup, FacebookSettings, PageSetup } from './settings.js'
