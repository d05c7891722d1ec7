export type { YoutubeAddress } from './addresses.js'
export type { YoutubeOptions, YoutubePostOptions } from './options.js'
export { type YoutubePlatform, youtube } from './platform.js'
