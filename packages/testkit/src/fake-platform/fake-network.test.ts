import { RateLimitError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { callOf } from './__fixtures__/test-calls.js'
import { FakePlatform } from './fake-platform.js'

describe('failNext', () => {
  it('makes one call fail', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const error = new RateLimitError('slow down')
    platform.failNext('readPost', error)

    await expect(platform.readPost('post-1', callOf(platform))).rejects.toBe(error)
    await expect(platform.readPost('post-1', callOf(platform))).resolves.toMatchObject({ id: 'post-1' })
  })

  it('takes its methods, and names them when it is given another', () => {
    // @ts-expect-error publish has a setting of its own
    expect(() => new FakePlatform().failNext('publish', new Error('no'))).toThrow(
      'It takes: readPost, readThread, reply, like, unlike, readLikes, editPost, repost, undoRepost, fetchUpdatesAfter, listen, markSeen, readConversations, readMessages, sendMessage, markRead, startConversation, replyToUpdate, setCommentVisibility, deleteComment.',
    )
  })
})
