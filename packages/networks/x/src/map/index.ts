export { updateActions } from './actions.js'
export { compareIds } from './ids.js'
export { toConversations, toMessage, toSentMessage } from './message.js'
export { toPerson, toProfileUrl } from './people.js'
export {
  plainText,
  type PostContext,
  referenceOf,
  toContext,
  toMomentOrNull,
  toPostDetails,
  toPostResult,
  toPostStats,
} from './post.js'
export { toThread } from './thread.js'
export { toUpdate } from './update.js'
