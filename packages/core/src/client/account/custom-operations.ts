import { assertOptionsObject, assertSearchedOption } from '../../checks/index.js'
import type { AccountOperations } from '../../contract/index.js'
import type { RawData } from '../../errors/index.js'
import { assertPeople, assertText, assertUpdate, readCallOptions } from '../arguments.js'
import { publishComment, publishMessage, replyToUpdate } from '../posting/messaging.js'
import { publishEdit, publishPost, publishReply } from '../posting/posting.js'
import { publishThread } from '../posting/thread-posting.js'
import type { AccountRunner } from './account-runner.js'
import type { CanPost, CanPostThread } from './account-types.js'
import { listening } from './listening.js'
import type { Operation, CustomOperation } from './operations.js'

type Operations = AccountOperations & CanPost<RawData> & CanPostThread<RawData>

/** A function that performs one operation of an account. */
export type Run<K extends Operation> = (
  runner: AccountRunner,
  ...args: Parameters<Operations[K]>
) => ReturnType<Operations[K]>

/**
 * Operations that need their own function, because they publish or because their platform method takes other
 * arguments.
 */
export const CUSTOM_OPERATIONS: { readonly [K in CustomOperation]: Run<K> } = {
  post: publishPost,
  postThread: publishThread,
  listChoices(runner, options) {
    const read = readCallOptions(options, 'listChoices', ['options'])
    return runner.run('listChoices', read, (platform, call) =>
      platform.listChoices(assertOptionsObject(read.options, platform.name), call),
    )
  },
  searchChoices(runner, option, query, options) {
    assertText(option, 'option')
    assertText(query, 'words')
    const read = readCallOptions(options, 'searchChoices')
    return runner.run('searchChoices', read, (platform, call) => {
      assertSearchedOption(option, platform)
      return platform.searchChoices({ option, query }, call)
    })
  },
  reply(runner, postId, text, options) {
    assertText(postId, 'postId')
    return publishReply(runner, postId, text, options)
  },
  comment(runner, postId, text, options) {
    assertText(postId, 'postId')
    return publishComment(runner, postId, text, options)
  },
  editPost(runner, postId, edit, options) {
    assertText(postId, 'postId')
    return publishEdit(runner, postId, edit, options)
  },
  listen: listening,
  sendMessage(runner, conversationId, text, options) {
    assertText(conversationId, 'conversationId')
    return publishMessage(runner, 'sendMessage', {
      content: { conversationId, text },
      options,
      ask: (platform, message, call) => platform.sendMessage(conversationId, message, call),
    })
  },
  startConversation(runner, personIds, text, options) {
    assertPeople(personIds)
    const people = [...personIds]
    return publishMessage(runner, 'startConversation', {
      content: { personIds: people, text },
      options,
      ask: (platform, message, call) => platform.startConversation(people, message, call),
    })
  },
  replyToUpdate(runner, update, text, options) {
    assertUpdate(update, runner.id)
    return replyToUpdate(runner, update, text, options)
  },
}
