import { NotSupportedError, type PublishOptions, type SocialClient, type Update } from '@social/core'

/** Ways in which a network can accept an answer to an update. */
type Way = 'IN_THE_CONVERSATION' | 'TO_THE_UPDATE' | 'AS_A_REPLY'

/**
 * Update kinds with text that a person wrote. A like or a share also has a post id, but the id of
 * the account's own post.
 */
export const WRITTEN: ReadonlySet<string> = new Set(['COMMENT_CREATED', 'MENTION', 'MESSAGE_RECEIVED'])

/**
 * Returns the way in which the network accepts an answer to this update, or null if it accepts
 * none.
 */
function wayToAnswer(social: SocialClient, update: Update): Way | null {
  const account = social.account(update.connectionId)
  const can = (operation: 'sendMessage' | 'replyToUpdate' | 'reply'): boolean => account.can(operation)
  if (update.conversationId !== null && can('sendMessage')) return 'IN_THE_CONVERSATION'
  if (can('replyToUpdate')) return 'TO_THE_UPDATE'
  return update.postId !== null && WRITTEN.has(update.kind) && can('reply') ? 'AS_A_REPLY' : null
}

export function canAnswer(social: SocialClient, update: Update): boolean {
  return wayToAnswer(social, update) !== null
}

/** Answers an update in the way that its network accepts. */
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

/** Returns true if the studio can hide the update's comment from other people. */
export function canHide(social: SocialClient, { connectionId, kind }: Update): boolean {
  return kind === 'COMMENT_CREATED' && social.account(connectionId).can('setCommentVisibility')
}

/** Returns true if the studio can read the conversation of an update. */
export function hasThread(
  social: SocialClient,
  { connectionId, threadRootId, aboutPostId, postId, conversationId }: Update,
): boolean {
  const isOnPost = (threadRootId ?? aboutPostId ?? postId) !== null && conversationId === null
  return isOnPost && social.account(connectionId).can('readThread')
}
