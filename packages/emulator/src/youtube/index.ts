export type { YoutubeOperations } from './control/operations.js'
export { type YoutubeModule, youtubeNetwork } from './module.js'
export type { GoogleAccountSetup, VideoProcessed, YoutubeOptions, YoutubeSettings } from './settings.js'
