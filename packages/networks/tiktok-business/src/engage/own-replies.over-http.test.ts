import { MissingPermissionError, NotSupportedError, PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const DELETE = 'POST /open_api/v1.3/business/comment/delete/'

/** Replies to a comment by Bo on a video of Ada. */
async function withReply() {
  const at = await usingEmulator()
  const ada = await at.signIn()
  const video = at.network.addVideo({ person: 'ada', secondsAgo: 100 })
  at.network.comment({ by: 'bo', video: video.id, text: 'Lovely!', secondsAgo: 10 })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  const replyId = (await ada.replyToUpdate(update, 'Thanks!')) ?? ''
  at.forget()
  const texts = () => at.network.state().comments.map(({ text }) => text)
  return Object.assign(at, { ada, update, replyId, texts })
}

describe('an own reply', () => {
  it('is deleted once', async () => {
    await using at = await withReply()

    await at.ada.deleteReply(at.update, at.replyId)

    expect(at.texts()).toEqual(['Lovely!'])
    expect(at.counts()).toEqual({ [DELETE]: 1 })
    await expect(at.ada.deleteReply(at.update, at.replyId)).rejects.toThrow(PostGoneError)
  })

  it('has its id also if it was found after a lost response', async () => {
    await using at = await withReply()
    at.faults.add({
      fault: 'replyLost',
      path: '/open_api/v1.3/business/comment/reply/create/',
      method: 'POST',
    })

    const id = (await at.ada.replyToUpdate(at.update, 'See you!', { idempotencyKey: 'k' })) ?? ''
    await at.ada.deleteReply(at.update, id)

    expect(at.texts()).toEqual(['Lovely!', 'Thanks!'])
  })

  it('is not edited, because TikTok has no such call', async () => {
    await using at = await withReply()
    const account = at.client.account<string>(at.ada.id)

    const editing = account.editReply(at.update, at.replyId, 'x')

    await expect(editing).rejects.toThrow(NotSupportedError)
    await expect(editing).rejects.toThrow('tiktok_business does not support editing a reply to an update')
    expect(at.counts()).toEqual({})
  })

  it('of another network is refused', async () => {
    await using at = await withReply()
    const foreign = { ...at.update, raw: {}, envelope: {}, platform: 'mastodon' }

    await expect(at.ada.deleteReply(foreign, at.replyId)).rejects.toMatchObject({
      reason: 'UPDATE_NOT_A_COMMENT',
    })
    expect(at.counts()).toEqual({})
  })
})

describe('the scope of comments', () => {
  it('is checked before any request', async () => {
    await using at = await withReply()
    const narrow = await at.signIn('ada', { untick: ['comment.list.manage'] })
    const own = { ...at.update, raw: {}, envelope: {}, isOwn: true }

    for (const work of [
      narrow.replyToUpdate(at.update, 'x'),
      narrow.deleteReply(at.update, at.replyId),
      narrow.setCommentVisibility(at.update),
      narrow.deleteComment(own),
    ]) {
      await expect(work).rejects.toThrow(MissingPermissionError)
      await expect(work).rejects.toMatchObject({ needs: 'comment.list.manage', platform: 'tiktok_business' })
    }
    expect(at.counts()).toEqual({})
  })
})
