import {
  InvalidPostError,
  Media,
  MissingPermissionError,
  NotAllowedError,
  NotSupportedError,
  OutcomeUnknownError,
  PostGoneError,
} from '@social/core'
import { anUpdate } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

/** Creates a page with a post that has a comment. */
async function aComment(at: At) {
  const page = await at.signIn()
  const { id: postId } = await page.post({ text: 'Bread' })
  const { id: commentId } = at.people.comment({ by: 'Bo', on: postId, text: 'Lovely' })
  const [update] = await page.fetchUpdates(null)
  if (update === undefined) throw new Error('the comment was not polled')
  at.forget()
  return { page, postId, commentId, update }
}

const ours = (at: At) => at.people.state().comments.filter(({ message }) => message === 'Thanks!')

describe('liking', () => {
  // Holds R-0323.
  it('works on posts and comments, repeatedly, and can be undone', async () => {
    await using at = await usingEmulator()
    const { page, postId, commentId } = await aComment(at)
    for (const id of [postId, commentId]) {
      expect(await page.like(id)).toMatchObject({ postId: id, likeId: null })
      await page.like(id)
      expect(await page.readStats(id)).toMatchObject({ likes: 1 })
      await page.unlike(id)
      await page.unlike(id)
      expect(await page.readStats(id)).toMatchObject({ likes: 0 })
    }
  })

  // Holds R-0323.
  it('does not list other likers', async () => {
    await using at = await usingEmulator()
    const { page, postId } = await aComment(at)
    expect(page.can('readLikes')).toBe(false)
    const asking = (page as unknown as { readLikes(id: string): Promise<unknown> }).readLikes(postId) // safe cast: the test calls a missing method on purpose, as JavaScript callers can
    await expect(asking).rejects.toThrow(NotSupportedError)
  })

  it('of a deleted object is refused', async () => {
    await using at = await usingEmulator()
    const { page, commentId } = await aComment(at)
    at.people.remove({ id: commentId })
    await expect(page.like(commentId)).rejects.toThrow(PostGoneError)
  })

  it('reports the missing permission', async () => {
    await using at = await usingEmulator()
    const { page, postId } = await aComment(at)
    at.people.removePermission({ person: 'Ada', permission: 'pages_manage_engagement' })
    await expect(page.like(postId)).rejects.toThrow(MissingPermissionError)
    await expect(page.like(postId)).rejects.toMatchObject({ needs: 'pages_manage_engagement' })
    await expect(page.unlike(postId)).rejects.toThrow(MissingPermissionError)
  })

  it('is undone although Facebook reports no like, but not for a deleted object', async () => {
    await using at = await usingEmulator()
    const { page, postId, commentId } = await aComment(at)
    const notLiked = { error: { message: '(#100) Not liked', code: 100 } }
    at.faults.add({ fault: 'status', status: 400, body: notLiked, method: 'DELETE' })
    await expect(page.unlike(postId)).resolves.toBeUndefined()
    at.faults.add({ fault: 'status', status: 400, body: { error: { code: 7777 } }, method: 'DELETE' })
    await expect(page.unlike(postId)).rejects.toThrow(/7777/)
    at.people.remove({ id: commentId })
    await expect(page.unlike(commentId)).rejects.toThrow(PostGoneError)
  })
})

describe('answering', () => {
  it('is a comment under its parent', async () => {
    await using at = await usingEmulator()
    const { page, postId, commentId, update } = await aComment(at)
    const onPost = await page.reply(postId, 'Thanks!')
    await page.replyToUpdate(update, 'Thanks!')
    expect(ours(at)).toMatchObject([
      { id: onPost.id, objectId: postId, parentId: null },
      { objectId: postId, parentId: commentId },
    ])
    expect(at.counts()).toEqual({ 'POST /:version/:id/comments': 2 })
  })

  it('takes only one picture by its URL', async () => {
    await using at = await usingEmulator()
    const { page, postId } = await aComment(at)
    const media = [Media.fromUrl('https://files.example/cake.png')]
    await page.reply(postId, 'Thanks!', { media })
    expect(at.requests().at(-1)?.form).toMatchObject({ attachment_url: 'https://files.example/cake.png' })
    at.forget()
    for (const more of [
      { media: [...media, ...media] },
      { media: [Media.fromBytes(new Uint8Array(9), { filename: 'cake.png' })] },
      { media: [Media.fromUrl('https://files.example/cake.mp4')] },
      { options: { link: 'https://a.example' } },
    ])
      await expect(page.reply(postId, 'x', more)).rejects.toThrow(InvalidPostError)
    expect(at.requests()).toEqual([])
  })

  it.each([
    ['a lost reply', { fault: 'replyLost' }],
    ['a 500 after its effect', { fault: 'status', status: 500, afterEffect: true }],
  ] as const)('is found again after %s, and never created twice', async (_what, fault) => {
    await using at = await usingEmulator()
    const { page, update, postId } = await aComment(at)
    at.faults.add({ ...fault, method: 'POST', path: '/:version/:id/comments' })
    const { id } = await page.reply(postId, 'Thanks!', { idempotencyKey: 'k' })
    at.faults.add({ ...fault, method: 'POST', path: '/:version/:id/comments' })
    await page.replyToUpdate(update, 'Thanks!', { idempotencyKey: 'k' })
    expect(ours(at)).toHaveLength(2)
    expect(ours(at)[0]?.id).toBe(id)
  })

  it('that never arrived remains unknown, and is not sent again', async () => {
    await using at = await usingEmulator()
    const { page, postId } = await aComment(at)
    // Another user wrote the same text.
    at.people.comment({ by: 'Bo', on: postId, text: 'Thanks!' })
    at.faults.add({ fault: 'closeBeforeEffect', method: 'POST', path: '/:version/:id/comments' })
    for (let tries = 0; tries < 2; tries += 1)
      await expect(page.reply(postId, 'Thanks!', { idempotencyKey: 'k' })).rejects.toThrow(
        OutcomeUnknownError,
      )
    expect(at.requests().filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('takes comments only', async () => {
    await using at = await usingEmulator()
    const { page } = await aComment(at)
    for (const kind of ['MENTION', 'REACTION_ADDED', 'comment edited']) {
      const update = anUpdate({ platform: 'facebook', connectionId: page.id, kind, postId: '1_2' })
      await expect(page.replyToUpdate(update, 'x')).rejects.toThrow(NotSupportedError)
      await expect(page.deleteComment(update)).rejects.toThrow(NotSupportedError)
      await expect(page.setCommentVisibility(update)).rejects.toThrow(NotSupportedError)
    }
    expect(at.requests()).toEqual([])
  })
})

describe('an own reply', () => {
  it('is edited and deleted with one request each, and its id stays', async () => {
    await using at = await usingEmulator()
    const { page, update } = await aComment(at)
    const id = (await page.replyToUpdate(update, 'Thank')) ?? ''
    at.forget()

    await page.editReply(update, id, 'Thanks!')
    await page.editReply(update, id, 'Thanks!')

    expect(ours(at)).toMatchObject([{ id, message: 'Thanks!' }])
    expect(at.counts()).toEqual({ 'POST /:version/:id': 2 })
    await page.deleteReply(update, id)
    expect(ours(at)).toEqual([])
  })

  it('of another person is not edited', async () => {
    await using at = await usingEmulator()
    const { page, update, commentId } = await aComment(at)
    await expect(page.editReply(update, commentId, 'Mine')).rejects.toThrow('Only own comments')
    at.people.remove({ id: commentId })
    await expect(page.editReply(update, commentId, 'Mine')).rejects.toThrow(PostGoneError)
  })
})

describe('moderating', () => {
  it('hides a comment, shows it again, and deletes it', async () => {
    await using at = await usingEmulator()
    const { page, commentId, update } = await aComment(at)
    const hidden = () => at.people.state().comments.find(({ id }) => id === commentId)?.hidden
    await page.setCommentVisibility(update)
    expect(hidden()).toBe(true)
    await page.setCommentVisibility(update, { hidden: false })
    expect(hidden()).toBe(false)
    await page.deleteComment(update)
    expect(at.people.state().comments).toEqual([])
    await expect(page.deleteComment(update)).rejects.toThrow(PostGoneError)
  })
})

describe('deleting a post', () => {
  it('deletes only posts of the app', async () => {
    await using at = await usingEmulator()
    const { page, postId } = await aComment(at)
    await page.deletePost(postId)
    expect(at.people.state().posts).toEqual([])
    await expect(page.deletePost(postId)).rejects.toThrow(PostGoneError)
    const { id } = at.people.postByHand({ page: "Ada's Cakes", text: 'By hand' })
    await expect(page.deletePost(id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  it.each([
    ['the post still exists: 100/33 also means a missing permission', false],
    ['the post is gone', true],
  ])('after a lost attempt and the code 100/33 reads the post: %s', async (_case, isGone) => {
    await using at = await usingEmulator()
    const { page, postId } = await aComment(at)
    at.faults.add({ fault: 'status', status: 502, method: 'DELETE' })
    const error = {
      message: 'Unsupported delete request.',
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
    }
    at.faults.add({ fault: 'status', status: 400, body: { error }, method: 'DELETE' })
    if (isGone) at.people.remove({ id: postId })
    const outcome = await page.deletePost(postId).then(
      () => null,
      (refusal: unknown) => refusal,
    )
    expect(NotAllowedError.is(outcome) ? outcome.code : outcome).toBe(isGone ? null : 'NOT_ALLOWED')
  })

  it('sends nothing for an invalid id', async () => {
    await using at = await usingEmulator()
    const { page } = await aComment(at)
    for (const id of ['.', '..'])
      await expect(page.deletePost(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(at.requests()).toEqual([])
  })
})

describe('a first comment', () => {
  it('is published below the post under the same key, once', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = () => page.post({ text: 'Bread', firstComment: 'Thanks!' }, { idempotencyKey: 'k' })
    const first = await post()
    expect(first.firstComment).toMatchObject({ state: 'DONE' })
    expect((await post()).firstComment).toEqual(first.firstComment)
    expect(ours(at)).toMatchObject([{ id: first.firstComment?.id }])
  })
})
