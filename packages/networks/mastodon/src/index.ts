export type { ServerTraits } from './limits/index.js'
export type { MastodonEditOptions, MastodonOptions, MastodonPostOptions } from './options.js'
export { mastodon, type MastodonPlatform } from './platform.js'
export { revokeQuote } from './engage.js'
export { postHistory, postQuotes, type PostVersion } from './read.js'
export {
  cancelScheduledPost,
  moveScheduledPost,
  type ScheduledPost,
  scheduledPosts,
} from './publish/index.js'
