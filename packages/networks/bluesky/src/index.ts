export type { OauthOptions } from './app.js'
export type { BlueskyAddresses, BlueskyOptions, BlueskyPostOptions } from './options.js'
export { bluesky } from './platform.js'
