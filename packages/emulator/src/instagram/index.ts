export type { InstagramOperations } from './control.js'
export { type InstagramModule, instagramNetwork } from './module.js'
export type { InstagramAccountSetup, InstagramOptions, InstagramSettings } from './settings.js'
