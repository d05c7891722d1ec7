export { base64Body } from './base64-body.js'
export { uploadVideo, waitForVideo } from './video.js'
