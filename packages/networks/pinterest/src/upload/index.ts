export { base64Body } from './base64-body.js'
export { stillWorking, uploadVideo, waitForVideo } from './video.js'
