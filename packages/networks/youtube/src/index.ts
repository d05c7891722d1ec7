export type { YoutubeAddress } from './addresses.js'
export type { YoutubeOptions, YoutubePostOptions } from './options.js'
export { youtube } from './platform.js'
