export type { ThreadsAddress } from './addresses.js'
export type { ThreadsOptions, ThreadsPostOptions } from './options.js'
export { threads, type ThreadsPlatform } from './platform.js'
