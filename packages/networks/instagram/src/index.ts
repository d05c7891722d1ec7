export type { InstagramAddress } from './addresses.js'
export { type PrivateReply, replyPrivately } from './engage.js'
export type { InstagramOptions, InstagramPostOptions } from './options.js'
export { instagram, type InstagramPlatform } from './platform.js'
