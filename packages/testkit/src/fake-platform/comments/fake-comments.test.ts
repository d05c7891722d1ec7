import { InMemoryStorage, SocialClient } from '@social/core'
import { NetworkError, NotAllowedError, PostGoneError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { ana } from '../__fixtures__/test-calls.js'
import { FakePlatform } from '../fake-platform.js'

async function anInbox() {
  const fake = new FakePlatform()
  const storage = new InMemoryStorage()
  await storage.saveConnection(fake.connection())
  const account = new SocialClient({ storage, platforms: { fake } }).account('fake:42')
  fake.addPost({ text: 'A rocket', isMine: true })
  fake.addReply('post-1', { text: 'Which one?', author: ana })
  const update = fake.addUpdate('COMMENT_CREATED', { actor: ana, postId: 'post-2', aboutPostId: 'post-1' })
  return { fake, account, update }
}

describe('an update of a fake platform', () => {
  it('is answered, and the reply is in the thread', async () => {
    const { fake, account, update } = await anInbox()

    const replyId = await account.replyToUpdate(update, 'The big one')

    expect(replyId).toBe('1')
    expect(fake.repliedToUpdates).toEqual([
      { connectionId: 'fake:42', updateId: 'update-1', text: 'The big one', replyId: '1' },
    ])
    const { replies } = await account.readThread('post-1')
    expect(replies.map(({ id, parentId, text }) => [id, parentId, text])).toContainEqual([
      '1',
      'post-2',
      'The big one',
    ])
  })

  it('is answered once per idempotency key', async () => {
    const { fake, account, update } = await anInbox()

    await account.replyToUpdate(update, 'The big one', { idempotencyKey: 'k' })
    await account.replyToUpdate(update, 'The big one', { idempotencyKey: 'k' })

    expect(fake.repliedToUpdates).toHaveLength(1)
  })

  it('is hidden, shown again and deleted', async () => {
    const { fake, account, update } = await anInbox()

    await account.setCommentVisibility(update)
    await account.setCommentVisibility(update, { hidden: false })
    await account.deleteComment(update)

    expect(fake.moderated.map(({ change }) => change)).toEqual(['HIDDEN', 'SHOWN', 'DELETED'])
    expect(fake.moderated[0]).toMatchObject({
      connectionId: 'fake:42',
      updateId: 'update-1',
      postId: 'post-2',
    })
    const { replies } = await account.readThread('post-1')
    expect(replies).toMatchObject([{ id: 'post-2', unavailable: 'DELETED' }])
  })

  it('accepts nothing after its deletion', async () => {
    const { fake, account, update } = await anInbox()
    await account.deleteComment(update)

    await expect(account.deleteComment(update)).rejects.toThrow(PostGoneError)
    await expect(account.setCommentVisibility(update)).rejects.toThrow(PostGoneError)
    await expect(account.replyToUpdate(update, 'Hello')).rejects.toThrow(PostGoneError)
    expect(fake.repliedToUpdates).toEqual([])
  })

  it('refuses an operation that is not one of its actions', async () => {
    const { fake, account } = await anInbox()
    const review = fake.addUpdate('REVIEW_CREATED', { actor: ana, rating: 2, actions: ['REPLY'] })

    await expect(account.deleteComment(review)).rejects.toThrow(NotAllowedError)
    await expect(account.deleteComment(review)).rejects.toThrow(
      'fake does not allow DELETE for update update-2. Its actions: REPLY.',
    )
    await expect(account.replyToUpdate(review, 'Sorry!')).resolves.toBe('1')
  })

  it('fails once after failNext', async () => {
    const { fake, account, update } = await anInbox()
    fake.failNext('deleteComment', new NetworkError('The network is down.'))

    await expect(account.deleteComment(update)).rejects.toThrow('The network is down.')
    await expect(account.deleteComment(update)).resolves.toBeUndefined()
  })
})
