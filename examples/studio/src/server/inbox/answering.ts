import { NotSupportedError, type PublishOptions, type SocialClient, type Update } from '@social/core'

/** Methods that a network can have to answer an update. */
type Way = 'IN_THE_CONVERSATION' | 'TO_THE_UPDATE' | 'AS_A_REPLY'

/** Update kinds with text by a person. A like or a share also has a post id, but it is the account's own post. */
export const WRITTEN: ReadonlySet<string> = new Set(['COMMENT_CREATED', 'MENTION', 'MESSAGE_RECEIVED'])

/** Method that answers this update on its network. Null if the network has none. */
function wayToAnswer(social: SocialClient, update: Update): Way | null {
  const account = social.account(update.connectionId)
  const can = (operation: 'sendMessage' | 'replyToUpdate' | 'reply'): boolean => account.can(operation)
  if (update.conversationId !== null && can('sendMessage')) return 'IN_THE_CONVERSATION'
  if (can('replyToUpdate')) return 'TO_THE_UPDATE'
  return update.postId !== null && WRITTEN.has(update.kind) && can('reply') ? 'AS_A_REPLY' : null
}

/** True if the update can be answered. */
export function canAnswer(social: SocialClient, update: Update): boolean {
  return wayToAnswer(social, update) !== null
}

/** Answers an update with its network's method. */
export async function answerUpdate(
  social: SocialClient,
  update: Update,
  text: string,
  options: PublishOptions,
): Promise<void> {
  const account = social.account(update.connectionId)
  const { postId, conversationId } = update
  const way = wayToAnswer(social, update)
  if (way === 'IN_THE_CONVERSATION' && conversationId !== null)
    await account.sendMessage(conversationId, text, options)
  else if (way === 'TO_THE_UPDATE') await account.replyToUpdate(update, text, options)
  else if (way === 'AS_A_REPLY' && postId !== null) await account.reply(postId, text, options)
  else throw new NotSupportedError({ platform: update.platform, what: 'answering this update' })
}

/** True if a comment can be hidden from other people. */
export function canHide(social: SocialClient, { connectionId, kind }: Update): boolean {
  return kind === 'COMMENT_CREATED' && social.account(connectionId).can('setCommentVisibility')
}

/** True if the conversation of an update can be read. */
export function hasThread(
  social: SocialClient,
  { connectionId, threadRootId, aboutPostId, postId, conversationId }: Update,
): boolean {
  const isOnPost = (threadRootId ?? aboutPostId ?? postId) !== null && conversationId === null
  return isOnPost && social.account(connectionId).can('readThread')
}
