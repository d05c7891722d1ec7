export type { OauthOptions } from './app.js'
export type { BlueskyAddresses } from './addresses.js'
export type { BlueskyOptions, BlueskyPostOptions } from './options.js'
export { bluesky, type BlueskyPlatform } from './platform.js'
