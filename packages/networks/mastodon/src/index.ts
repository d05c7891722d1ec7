export type { MastodonOptions, MastodonPostOptions } from './options.js'
export { mastodon, type MastodonPlatform } from './platform.js'
export {
  cancelScheduledPost,
  moveScheduledPost,
  type ScheduledPost,
  scheduledPosts,
} from './publish/index.js'
