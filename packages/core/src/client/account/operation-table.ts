import { needOptionsObject, needSearchedOption } from '../../checks/index.js'
import { ConfigError } from '../../errors/index.js'
import { toOptionalMoment, type Update } from '../../models/index.js'
import {
  flagOf,
  limitOf,
  LIST_NAMES,
  needPeople,
  needText,
  needUpdate,
  pageOf,
  readCallOptions,
} from '../arguments.js'
import { publishMessage, replyToUpdate } from '../posting/messaging.js'
import { publishEdit, publishPost, publishReply } from '../posting/posting.js'
import { publishThread } from '../posting/thread-posting.js'
import { listening } from './listening.js'
import { onId, type OperationRow, plain } from './operation-row.js'
import type { Operation } from './operations.js'

/** Every operation of an account: the one place where it is told how each is carried out. Its type stands in `operations.ts`. */
export const OPERATIONS = {
  post: { method: 'publish', run: publishPost },
  postThread: { method: 'checkThreadPart', run: publishThread },
  checkState: onId('checkState', 'postId', (platform, id, call) => platform.checkState(id, call)),
  listChoices: {
    method: 'listChoices',
    run(runner, options) {
      const read = readCallOptions(options, 'listChoices', ['options'])
      return runner.run('listChoices', read, (platform, call) =>
        platform.listChoices(needOptionsObject(read.options, platform.name), call),
      )
    },
  },
  searchChoices: {
    method: 'searchChoices',
    run(runner, option, words, options) {
      needText(option, 'option')
      needText(words, 'words')
      const read = readCallOptions(options, 'searchChoices')
      return runner.run('searchChoices', read, (platform, call) => {
        needSearchedOption(option, platform)
        return platform.searchChoices({ option, words }, call)
      })
    },
  },
  isScheduled: onId('isScheduled', 'postId', (platform, id, call) => platform.isScheduled(id, call)),
  cancelScheduled: onId('cancelScheduled', 'postId', (platform, id, call) =>
    platform.cancelScheduled(id, call),
  ),
  profile: plain('readProfile', (platform, call) => platform.readProfile(call)),
  readStats: onId('readStats', 'postId', (platform, id, call) => platform.readStats(id, call)),
  readPost: onId('readPost', 'postId', (platform, id, call) => platform.readPost(id, call)),
  readThread: {
    method: 'readThread',
    run(runner, postId, options) {
      needText(postId, 'postId')
      const read = readCallOptions(options, 'readThread', ['depth', 'limit'])
      const window = { depth: limitOf(read.depth, 'depth'), limit: limitOf(read.limit) }
      return runner.run('readThread', read, (platform, call) => platform.readThread(postId, window, call))
    },
  },
  readReplies: {
    method: 'readReplies',
    run(runner, postId, options) {
      needText(postId, 'postId')
      const read = readCallOptions(options, 'readReplies', ['wholeConversation'])
      const wholeConversation = flagOf(read.wholeConversation, 'wholeConversation', false)
      return runner.run('readReplies', read, (platform, call) =>
        platform.readReplies(postId, { wholeConversation }, call),
      )
    },
  },
  reply: {
    method: 'reply',
    run(runner, postId, text, options) {
      needText(postId, 'postId')
      return publishReply(runner, postId, text, options)
    },
  },
  like: onId('like', 'postId', (platform, id, call) => platform.like(id, call)),
  unlike: {
    method: 'unlike',
    run(runner, postId, options) {
      needText(postId, 'postId')
      const read = readCallOptions(options, 'unlike', ['likeId'])
      const likeId = read.likeId ?? null
      if (likeId !== null) needText(likeId, 'likeId')
      return runner.run('unlike', read, (platform, call) => platform.unlike(postId, { likeId }, call))
    },
  },
  repost: onId('repost', 'postId', (platform, id, call) => platform.repost(id, call)),
  undoRepost: {
    method: 'undoRepost',
    run(runner, postId, options) {
      needText(postId, 'postId')
      const read = readCallOptions(options, 'undoRepost', ['repostId'])
      const repostId = read.repostId ?? null
      if (repostId !== null) needText(repostId, 'repostId')
      return runner.run('undoRepost', read, (platform, call) =>
        platform.undoRepost(postId, { repostId }, call),
      )
    },
  },
  readLikes: {
    method: 'readLikes',
    run(runner, postId, options) {
      needText(postId, 'postId')
      const read = readCallOptions(options, 'readLikes', LIST_NAMES)
      const page = pageOf(read)
      return runner.run('readLikes', read, (platform, call) => platform.readLikes(postId, page, call))
    },
  },
  fetchUpdates: {
    method: 'fetchUpdates',
    run(runner, since, options) {
      const moment = toOptionalMoment(since, 'since')
      const read = readCallOptions(options, 'fetchUpdates')
      return runner.run('fetchUpdates', read, (platform, call) => platform.fetchUpdates(moment, call))
    },
  },
  fetchUpdatesAfter: {
    method: 'fetchUpdatesAfter',
    run(runner, marker, options) {
      if (marker !== null) needText(marker, 'marker')
      const read = readCallOptions(options, 'fetchUpdatesAfter', ['limit'])
      const limit = limitOf(read.limit)
      return runner.run('fetchUpdatesAfter', read, (platform, call) =>
        platform.fetchUpdatesAfter(marker, { limit }, call),
      )
    },
  },
  listen: { method: 'listen', run: listening },
  markSeen: onId('markSeen', 'marker', (platform, marker, call) => platform.markSeen(marker, call)),
  startUpdates: {
    method: 'startUpdates',
    run(runner, options) {
      const read = readCallOptions(options, 'startUpdates', ['kinds'])
      const kinds = read.kinds ?? null
      if (kinds !== null && (!Array.isArray(kinds) || kinds.some((kind) => typeof kind !== 'string')))
        throw new ConfigError("kinds must be a list of the network's own words, as text.")
      return runner.run('startUpdates', read, (platform, call) => platform.startUpdates({ kinds }, call))
    },
  },
  stopUpdates: plain('stopUpdates', (platform, call) => platform.stopUpdates(call)),
  readConversations: {
    method: 'readConversations',
    run(runner, options) {
      const read = readCallOptions(options, 'readConversations', LIST_NAMES)
      const page = pageOf(read)
      return runner.run('readConversations', read, (platform, call) => platform.readConversations(page, call))
    },
  },
  readMessages: {
    method: 'readMessages',
    run(runner, conversationId, options) {
      needText(conversationId, 'conversationId')
      const read = readCallOptions(options, 'readMessages', LIST_NAMES)
      const page = pageOf(read)
      return runner.run('readMessages', read, (platform, call) =>
        platform.readMessages(conversationId, page, call),
      )
    },
  },
  sendMessage: {
    method: 'sendMessage',
    run(runner, conversationId, text, options) {
      needText(conversationId, 'conversationId')
      return publishMessage(runner, 'sendMessage', {
        content: { conversationId, text },
        options,
        ask: (platform, message, call) => platform.sendMessage(conversationId, message, call),
      })
    },
  },
  markRead: onId('markRead', 'conversationId', (platform, id, call) => platform.markRead(id, call)),
  startConversation: {
    method: 'startConversation',
    run(runner, personIds, text, options) {
      needPeople(personIds)
      const people = [...personIds]
      return publishMessage(runner, 'startConversation', {
        content: { personIds: people, text },
        options,
        ask: (platform, message, call) => platform.startConversation(people, message, call),
      })
    },
  },
  replyToUpdate: {
    method: 'replyToUpdate',
    run(runner, update, text, options) {
      needUpdate(update, runner.id)
      return replyToUpdate(runner, update, text, options)
    },
  },
  setCommentVisibility: {
    method: 'setCommentVisibility',
    run(runner, update, options) {
      needUpdate(update, runner.id)
      const read = readCallOptions(options, 'setCommentVisibility', ['hidden'])
      const hidden = flagOf(read.hidden, 'hidden', true)
      return runner.run('setCommentVisibility', read, (platform, call) =>
        platform.setCommentVisibility(update, { hidden }, call),
      )
    },
  },
  deleteComment: {
    method: 'deleteComment',
    run(runner, update: Update, options) {
      needUpdate(update, runner.id)
      const read = readCallOptions(options, 'deleteComment')
      return runner.run('deleteComment', read, (platform, call) => platform.deleteComment(update, call))
    },
  },
  editPost: {
    method: 'editPost',
    run(runner, postId, edit, options) {
      needText(postId, 'postId')
      return publishEdit(runner, postId, edit, options)
    },
  },
  deletePost: onId('deletePost', 'postId', (platform, id, call) => platform.deletePost(id, call)),
  getLocation: plain('getLocation', (platform, call) => platform.getLocation(call)),
  updateLocation: {
    method: 'updateLocation',
    run(runner, fields, options) {
      if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
        throw new ConfigError('updateLocation takes the fields to change as an object.')
      const copy = { ...fields }
      const read = readCallOptions(options, 'updateLocation')
      return runner.run('updateLocation', read, (platform, call) => platform.updateLocation(copy, call))
    },
  },
  verificationOptions: plain('verificationOptions', (platform, call) => platform.verificationOptions(call)),
  startVerification: onId('startVerification', 'method', (platform, method, call) =>
    platform.startVerification(method, call),
  ),
  completeVerification: {
    method: 'completeVerification',
    run(runner, id, pin, options) {
      needText(id, 'id')
      needText(pin, 'pin')
      const read = readCallOptions(options, 'completeVerification')
      return runner.run('completeVerification', read, (platform, call) =>
        platform.completeVerification(id, pin, call),
      )
    },
  },
  verificationState: plain('verificationState', (platform, call) => platform.verificationState(call)),
} as const satisfies { readonly [K in Operation]: OperationRow<K> }

/** The platform's method behind what an application asks about; the name itself for what is no operation. */
export function methodBehind(what: string): string {
  return Object.hasOwn(OPERATIONS, what) ? OPERATIONS[what as Operation].method : what // hasOwn has just shown that it is one
}
