export type { XOptions, XPostOptions } from './options.js'
export { x, type XPlatform } from './platform.js'
