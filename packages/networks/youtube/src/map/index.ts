export { toAvatarUrl, toChannelUrl } from './channel.js'
export { actionsFor, toMoment, toUpdate } from './comment.js'
export { toOutcome, toPostResult, toPostState, toPostStats, toUploadedResult, toWatchUrl } from './video.js'
