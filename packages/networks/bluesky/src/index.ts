export type { OauthOptions } from './app.js'
export type { BlueskyAddresses, BlueskyOptions, BlueskyPostOptions } from './options.js'
export { bluesky, type BlueskyPlatform } from './platform.js'
