export type { InstagramAddress } from './addresses.js'
export type { InstagramOptions, InstagramPostOptions } from './options.js'
export { instagram, type InstagramPlatform } from './platform.js'
