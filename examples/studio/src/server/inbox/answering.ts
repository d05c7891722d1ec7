import { NotSupportedError, type PublishOptions, type SocialClient, type Update } from '@social/core'

/** The ways a network may have of answering something. */
type Way = 'IN_THE_CONVERSATION' | 'TO_THE_UPDATE' | 'AS_A_REPLY'

/** Updates that somebody wrote. A like or a share carries a post as well, but that is our own. */
export const WRITTEN: ReadonlySet<string> = new Set(['COMMENT_CREATED', 'MENTION', 'MESSAGE_RECEIVED'])

/** How this is answered on its network, going by what the network can do; null when it cannot be. */
function wayToAnswer(social: SocialClient, update: Update): Way | null {
  const account = social.account(update.connectionId)
  const can = (operation: 'sendMessage' | 'replyToUpdate' | 'reply'): boolean => account.can(operation)
  if (update.conversationId !== null && can('sendMessage')) return 'IN_THE_CONVERSATION'
  if (can('replyToUpdate')) return 'TO_THE_UPDATE'
  return update.postId !== null && WRITTEN.has(update.kind) && can('reply') ? 'AS_A_REPLY' : null
}

/** True when something can be answered. */
export function canAnswer(social: SocialClient, update: Update): boolean {
  return wayToAnswer(social, update) !== null
}

/** Answers in the way the network has for it. */
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
  else throw new NotSupportedError({ platform: update.platform, what: 'answering this' })
}

/** True when something can be hidden from everybody else. */
export function canHide(social: SocialClient, { connectionId, kind }: Update): boolean {
  return kind === 'COMMENT_CREATED' && social.account(connectionId).can('setCommentVisibility')
}

/** True when the conversation something belongs to can be read. */
export function hasThread(
  social: SocialClient,
  { connectionId, threadRootId, aboutPostId, postId, conversationId }: Update,
): boolean {
  const isOnPost = (threadRootId ?? aboutPostId ?? postId) !== null && conversationId === null
  return isOnPost && social.account(connectionId).can('readThread')
}
