export { type CheckContext, checkPost, refuseUnsupported } from './check-post.js'
export { readPost } from './read-post.js'
