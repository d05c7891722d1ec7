export type { FacebookOperations } from './control.js'
export { type FacebookModule, facebookNetwork } from './module.js'
export type { FacebookOptions, FacebookPersonSetup, FacebookSettings, PageSetup } from './settings.js'
