export { updateActions } from './actions.js'
export { type ChatReader, toConversation, toMessage } from './conversation.js'
export { toAttachments } from './embed.js'
export { toMomentOrNull } from './moments.js'
export { toUpdate } from './notification.js'
export { toName, toPerson, toProfileUrl, toUnknownPerson } from './people.js'
export { readRecord, toPostDetails, toPostResult } from './post.js'
export { toThread } from './thread.js'
export {
  isWebAddress,
  LIKES,
  parseUri,
  POSTGATES,
  POSTS,
  REPOSTS,
  THREADGATES,
  toPostUri,
  toUri,
} from './uri.js'
