export { base64Body } from './base64-body.js'
export { processingTimeout, uploadVideo, waitForVideo } from './video.js'
