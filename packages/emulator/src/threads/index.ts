export type { ThreadsOperations } from './control.js'
export { type ThreadsModule, threadsNetwork } from './module.js'
export type { ThreadsAccountSetup, ThreadsOptions, ThreadsSettings } from './settings.js'
