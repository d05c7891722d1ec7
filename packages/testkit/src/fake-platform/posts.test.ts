import { ConfigError, PostGoneError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aPost } from '../builders/content.js'
import { ana, callOf, idsOf, publishCallOf, textsOf } from './__fixtures__/test-calls.js'
import { FakePlatform } from './fake-platform.js'

describe('the posts of a fake platform', () => {
  it('have the same ids and times in every run', async () => {
    const platform = new FakePlatform()
    const first = platform.addPost({ text: 'one' })
    platform.addReply('post-1', { text: 'two' })

    expect(first).toMatchObject({
      id: 'post-1',
      author: { id: 'person-1' },
      createdAt: new Date('2024-01-01T00:00:00Z'),
    })
    expect(await platform.readPost('post-2', callOf(platform))).toMatchObject({
      createdAt: new Date('2024-01-01T00:00:01Z'),
      parentId: 'post-1',
      rootId: 'post-1',
      isReply: true,
      isMine: false,
      visibility: 'PUBLIC',
    })
  })

  it('count replies and likes when they are read', async () => {
    const platform = new FakePlatform({ features: ['READ_POST', 'READ_STATS'] })
    platform.addPost({ isMine: true })
    platform.addReply('post-1')
    platform.addLike('post-1')
    platform.addLike('post-1', ana)

    expect(await platform.readPost('post-1', callOf(platform))).toMatchObject({
      replyCount: 1,
      likeCount: 2,
      repostCount: 0,
      quoteCount: 0,
      likedByMe: false,
      isMine: true,
    })
    expect(await platform.readStats('post-1', callOf(platform))).toMatchObject({
      likes: 2,
      comments: 1,
      shares: 0,
    })
  })

  it('refuse what is not there', async () => {
    const platform = new FakePlatform()
    const call = callOf(platform)

    expect(() => platform.addReply('nowhere')).toThrow(PostGoneError)
    expect(() => platform.addLike('nowhere')).toThrow(PostGoneError)
    await expect(platform.readPost('nowhere', call)).rejects.toThrow(PostGoneError)
    await expect(platform.readThread('nowhere', { depth: null, limit: null }, call)).rejects.toThrow(
      PostGoneError,
    )
    await expect(platform.like('nowhere', call)).rejects.toThrow(PostGoneError)
    await expect(
      platform.reply('nowhere', { text: 'hi', media: [], options: {} }, publishCallOf(platform)),
    ).rejects.toThrow(PostGoneError)
  })

  // Holds R-0519.
  it('are read as a thread, in the order they were made', async () => {
    const platform = new FakePlatform()
    platform.addPost({ text: 'root' })
    platform.addReply('post-1', { text: 'a' })
    platform.addReply('post-1', { text: 'b' })
    platform.addReply('post-2', { text: 'a.a' })
    const thread = (depth: number | null, limit: number | null) =>
      platform.readThread('post-1', { depth, limit }, callOf(platform))

    const whole = await thread(null, null)
    const shallow = await thread(1, null)
    const short = await thread(null, 2)

    expect([textsOf(whole.replies), whole.complete]).toEqual([['a', 'b', 'a.a'], true])
    expect([textsOf(shallow.replies), shallow.complete]).toEqual([['a', 'b'], false])
    expect([textsOf(short.replies), short.complete]).toEqual([['a', 'b'], false])
    expect(
      idsOf((await platform.readThread('post-2', { depth: null, limit: null }, callOf(platform))).replies),
    ).toEqual(['post-4'])
  })

  // Holds R-0519.
  it('stay in a thread as placeholders when they were deleted', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const reply = await platform.reply(
      'post-1',
      { text: 'mine', media: [], options: {} },
      publishCallOf(platform),
    )
    platform.addReply(reply.id, { text: 'below' })
    await platform.deletePost(reply.id, callOf(platform))

    const { replies } = await platform.readThread('post-1', { depth: null, limit: null }, callOf(platform))

    expect(replies).toMatchObject([
      { id: '1', unavailable: 'DELETED', text: '', author: null, parentId: 'post-1' },
      { text: 'below', parentId: '1', unavailable: null },
    ])
    expect(platform.replied).toEqual([{ connectionId: 'fake:42', postId: 'post-1', text: 'mine' }])
  })

  // Holds R-0519.
  it('are liked once, however often', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const call = callOf(platform)
    const first = await platform.like('post-1', call)

    expect(await platform.like('post-1', call)).toEqual(first)
    expect(await platform.readPost('post-1', call)).toMatchObject({
      likeCount: 1,
      likedByMe: true,
      myLikeId: 'like-1',
    })
    expect(platform.liked).toHaveLength(2)
  })

  // Holds R-0519.
  it('lose the named like, or the viewer’s own', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const others = platform.addLike('post-1', ana)
    const call = callOf(platform)
    await platform.like('post-1', call)
    await platform.unlike('post-1', { likeId: null }, call)
    await platform.unlike('post-1', { likeId: null }, call)

    expect(await platform.readPost('post-1', call)).toMatchObject({ likeCount: 1, likedByMe: false })

    await platform.unlike('post-1', { likeId: others.likeId }, call)
    await platform.unlike('nowhere', { likeId: null }, call)

    expect(await platform.readPost('post-1', call)).toMatchObject({ likeCount: 0 })
    expect(platform.unliked).toHaveLength(4)
  })

  // Holds R-0519.
  it('return their likes page by page', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    for (let like = 0; like < 3; like += 1) platform.addLike('post-1')
    const page = (after: string | null, limit: number | null) =>
      platform.readLikes('post-1', { after, limit }, callOf(platform))

    const first = await page(null, null)

    expect(idsOf(first.items.map(({ person }) => person))).toEqual(['liker-1', 'liker-2'])
    expect(first.next).toBe('2')
    expect(await page(first.next, null)).toMatchObject({ items: [{ person: { id: 'liker-3' } }], next: null })
    expect((await page(null, 3)).next).toBeNull()
    await expect(page('abc', null)).rejects.toThrow(ConfigError)
  })
})

describe('posts of a fake network that the account reposts or edits', () => {
  it('are reposted once, and no longer when that is taken back', async () => {
    const platform = new FakePlatform({ features: ['POST_TEXT', 'READ_POST', 'REPOST'] })
    platform.addPost()
    const call = callOf(platform)

    const first = await platform.repost('post-1', call)
    expect(await platform.repost('post-1', call)).toEqual(first)
    expect(await platform.readPost('post-1', call)).toMatchObject({
      repostCount: 1,
      repostedByMe: true,
      myRepostId: first.repostId,
    })

    await platform.undoRepost('post-1', { repostId: null }, call)
    await platform.undoRepost('nowhere', { repostId: null }, call)
    expect(await platform.readPost('post-1', call)).toMatchObject({ repostCount: 0, repostedByMe: false })
    expect(platform.reposted).toHaveLength(2)
    expect(platform.unreposted).toHaveLength(2)
  })

  it('have a new text and an edit time after an edit', async () => {
    const platform = new FakePlatform({ features: ['POST_TEXT', 'READ_POST', 'EDIT_POST'] })
    const { id } = await platform.publish(aPost({ text: 'old' }), publishCallOf(platform))

    await platform.editPost(id, { text: 'new', options: {} }, publishCallOf(platform, 'edit'))
    await platform.editPost(id, { text: null, options: { title: 'x' } }, publishCallOf(platform, 'again'))

    expect(await platform.readPost(id, callOf(platform))).toMatchObject({
      text: 'new',
      editedAt: expect.any(Date),
    })
    expect(platform.edited.map(({ edit }) => edit.text)).toEqual(['new', null])
  })

  it('cannot be edited if another person wrote them', async () => {
    const platform = new FakePlatform()
    platform.addPost()

    await expect(
      platform.editPost('post-1', { text: 'mine', options: {} }, publishCallOf(platform)),
    ).rejects.toThrow(PostGoneError)
  })
})
