export type { TiktokAddresses, TiktokOptions, TiktokPostOptions } from './options.js'
export { type TiktokPlatform, tiktok } from './platform.js'
export { type Creator, readCreator } from './read.js'
