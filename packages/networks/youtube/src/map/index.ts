export { toAvatarUrl, toChannelUrl } from './channel.js'
export { toUpdate } from './comment.js'
export { toPostResult, toPostState, toPostStats, toUploadedResult, toWatchUrl } from './video.js'
