export { toAvatarUrl, toChannelUrl } from './channel.js'
export { toMoment, toUpdate } from './comment.js'
export { toPostResult, toPostState, toPostStats, toUploadedResult, toWatchUrl } from './video.js'
