export type { FacebookAddress } from './addresses.js'
export type { FacebookOptions, FacebookPostOptions } from './options.js'
export { facebook, type FacebookPlatform } from './platform.js'
