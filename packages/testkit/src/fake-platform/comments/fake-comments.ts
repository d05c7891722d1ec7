import {
  type Call,
  NotAllowedError,
  PostGoneError,
  type PublishCall,
  type Update,
  type UpdateAction,
} from '@social/core/platform'

import { FakeInbox, personOf } from '../fake-inbox.js'

/** Methods of a fake platform that respond to updates. */
export class FakeComments extends FakeInbox {
  readonly #deleted = new Set<string>()

  /**
   * Replies to an update. If the update has a post of this network, `readThread` returns the reply.
   *
   * @returns The id of the reply.
   * @throws PostGoneError if the application deleted the comment.
   * @throws NotAllowedError if the update has actions, but not `REPLY`.
   */
  async replyToUpdate(update: Update, text: string, call: PublishCall): Promise<string> {
    this.failIfScripted('replyToUpdate')
    this.#assertAllowed(update, 'REPLY')
    const { connection, idempotencyKey } = call
    const replyId = await call.finish({ data: { idempotencyKey } }, async () => this.maker.id(''))
    const author = personOf(connection)
    this.posts.keep({ postId: replyId, text, author, parentId: update.postId, isOurs: true })
    this.repliedToUpdates.push({ connectionId: connection.id, updateId: update.id, text, replyId })
    return replyId
  }

  /**
   * Hides a comment, or shows a hidden comment again.
   *
   * @throws PostGoneError if the application deleted the comment.
   * @throws NotAllowedError if the update has actions, but not `HIDE`.
   */
  async setCommentVisibility(
    update: Update,
    { hidden }: { readonly hidden: boolean },
    { connection }: Call,
  ): Promise<void> {
    this.failIfScripted('setCommentVisibility')
    this.#assertAllowed(update, 'HIDE')
    this.moderated.push({
      connectionId: connection.id,
      updateId: update.id,
      postId: update.postId,
      change: hidden ? 'HIDDEN' : 'SHOWN',
    })
  }

  /**
   * Deletes a comment. Later operations on the same comment fail.
   *
   * @throws PostGoneError if the application already deleted the comment.
   * @throws NotAllowedError if the update has actions, but not `DELETE`.
   */
  async deleteComment(update: Update, { connection }: Call): Promise<void> {
    this.failIfScripted('deleteComment')
    this.#assertAllowed(update, 'DELETE')
    const { id: updateId, postId } = update
    this.#deleted.add(commentOf(update))
    if (postId !== null) this.posts.remove(postId)
    this.moderated.push({ connectionId: connection.id, updateId, postId, change: 'DELETED' })
  }

  /** An update without any action accepts every operation, because most tests do not set actions. */
  #assertAllowed(update: Update, action: UpdateAction): void {
    const { name: platform } = this.settings
    if (this.#deleted.has(commentOf(update)))
      throw new PostGoneError(`The application deleted the comment of update ${update.id}.`, { platform })
    if (update.actions.length > 0 && !update.actions.includes(action))
      throw new NotAllowedError(
        `${platform} does not allow ${action} for update ${update.id}. Its actions: ${update.actions.join(', ')}.`,
        { platform },
      )
  }
}

/** Returns the id of the comment. An update without a comment has only its own id. */
const commentOf = ({ id, postId }: Update): string => postId ?? id
