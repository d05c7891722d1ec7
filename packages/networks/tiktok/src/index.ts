export type { TiktokAddresses, TiktokOptions, TiktokPostOptions } from './options.js'
export { tiktok } from './platform.js'
export { type Creator, readCreator } from './read.js'
