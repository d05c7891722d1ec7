export { toAvatarUrl, toChannelUrl } from './channel.js'
export { toMoment, toUpdate } from './comment.js'
export { toOutcome, toPostResult, toPostState, toPostStats, toUploadedResult, toWatchUrl } from './video.js'
