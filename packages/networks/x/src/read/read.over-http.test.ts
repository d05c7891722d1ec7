import { PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { picture } from '../__fixtures__/files.js'

const CONCURRENCY = { timelineDelaySeconds: 0, mentionsDelaySeconds: 0, searchDelaySeconds: 0 }

describe('reading', () => {
  // Holds R-0046.
  it('returns a post with its text, links, files and statistics', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = await account.post({
      text: '@bo see https://example.com/a?b=1',
      media: [picture('A cat')],
    })
    at.network.like({ by: 'bo', on: id })
    at.network.post({ by: 'bo', text: 'nice', on: id })

    const post = await account.readPost(id)

    expect(post).toMatchObject({
      id,
      url: `https://x.com/ada/status/${id}`,
      text: '@bo see https://example.com/a?b=1',
      author: { handle: 'ada', displayName: 'Ada' },
      attachments: [{ kind: 'image', altText: 'A cat', width: 1200, height: 800 }],
      likeCount: 1,
      replyCount: 1,
      repostCount: 0,
      quoteCount: 0,
      parentId: null,
      rootId: id,
      isMine: true,
    })
    expect(
      post.links.map(({ start, end, kind, target }) => [post.text.slice(start, end), kind, target]),
    ).toEqual([
      ['@bo', 'MENTION', expect.stringMatching(/^\d+$/)],
      ['https://example.com/a?b=1', 'LINK', 'https://example.com/a?b=1'],
    ])
  })

  it('returns a poll', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = await account.post({
      text: 'Which?',
      options: { poll: { options: ['this', 'that'], durationMinutes: 60 } },
    })

    expect((await account.readPost(id)).poll).toMatchObject({
      choices: [
        { text: 'this', votes: 0 },
        { text: 'that', votes: 0 },
      ],
      endsAt: new Date('2026-11-22T13:00:00Z'),
      isClosed: false,
    })
  })

  // Holds R-0114.
  it('returns statistics and the profile', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'hi' })
    at.network.like({ by: 'cleo', on: id })
    at.network.post({ by: 'cleo', text: 'hello', on: id })

    expect(await account.readStats(id)).toMatchObject({ id, likes: 1, comments: 1, shares: 0 })
    expect(await account.profile()).toEqual({
      name: '@ada',
      avatarUrl: expect.stringContaining('https://pbs.twimg.com/'),
    })
  })

  it('fails with PostGoneError for a deleted post, which X reports with status 200', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.readPost('1')).rejects.toBeInstanceOf(PostGoneError)
    await expect(account.readStats('1')).rejects.toBeInstanceOf(PostGoneError)
    await expect(account.readThread('1')).rejects.toBeInstanceOf(PostGoneError)
    await expect(account.readPost('../users/me')).rejects.toThrow('An x post id has 1 to 19 digits')
    expect(at.counts()).toEqual({ 'GET /2/tweets/:id': 3 })
  })

  // Holds R-0037, R-0038, R-0039.
  it('returns a thread, oldest first, limited by depth and number', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id: root } = await account.post({ text: 'root' })
    const { id: one } = at.network.post({ by: 'bo', text: 'one', on: root })
    const { id: two } = at.network.post({ by: 'cleo', text: 'two', on: one })
    const { id: three } = at.network.post({ by: 'bo', text: 'three', on: root })

    const whole = await account.readThread(root)
    const near = await account.readThread(root, { depth: 1 })
    const below = await account.readThread(one)
    const few = await account.readThread(root, { limit: 1 })

    expect(whole.replies.map(({ id, parentId, rootId }) => [id, parentId, rootId])).toEqual([
      [one, root, root],
      [two, one, root],
      [three, root, root],
    ])
    expect(whole.complete).toBe(true)
    expect([near.replies.map(({ id }) => id), near.complete]).toEqual([[one, three], false])
    expect([below.post.id, below.replies.map(({ id }) => id)]).toEqual([one, [two]])
    expect([few.replies.map(({ id }) => id), few.complete]).toEqual([[one], false])
  })

  // Holds R-0040.
  it('returns replies to a deleted reply, with the missing parent (R-0040, R-0038)', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id: root } = await account.post({ text: 'root' })
    const { id: gone } = at.network.post({ by: 'bo', text: 'gone', on: root })
    const { id: two } = at.network.post({ by: 'cleo', text: 'two', on: gone })
    const { id: three } = at.network.post({ by: 'bo', text: 'three', on: two })
    at.network.deletePost({ id: gone })

    const { replies, complete } = await account.readThread(root)

    expect(replies.map(({ id, parentId }) => [id, parentId])).toEqual([
      [two, gone],
      [three, two],
    ])
    expect(complete).toBe(true)
    expect((await account.readThread(root, { limit: 1 })).complete).toBe(false)
  })

  it('returns a thread as incomplete while replies are not in the search, and when it is a week old', async () => {
    await using at = await usingEmulator({ server: { ...CONCURRENCY, searchDelaySeconds: 60 } })
    const account = await at.signIn()
    const { id } = await account.post({ text: 'root' })
    at.network.post({ by: 'bo', text: 'one', on: id })

    const early = await account.readThread(id)
    await at.clock.advance(60)
    const later = await account.readThread(id)
    await at.clock.advance(8 * 86_400)
    const old = await account.readThread(id)

    expect([early.replies.length, early.complete]).toEqual([0, false])
    expect([later.replies.length, later.complete]).toEqual([1, true])
    expect([old.replies.length, old.complete]).toEqual([0, false])
  })

  it('reads at most five pages of a conversation', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = await account.post({ text: 'root' })
    for (let count = 0; count < 510; count += 1)
      at.network.post({ by: 'bo', text: `answer ${count}`, on: id })
    at.forget()

    const thread = await account.readThread(id)

    expect([thread.replies.length, thread.complete]).toEqual([500, false])
    expect(at.counts()).toEqual({ 'GET /2/tweets/:id': 1, 'GET /2/tweets/search/recent': 5 })
  })

  it('is billed by the returned items', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'hi' })
    at.network.post({ by: 'cleo', text: 'one', on: id })
    const before = account.usage['credits'] ?? 0

    await account.readThread(id)
    await account.readPost('1').catch(() => {})

    // X bills 5 for each returned post: the requested post, and two posts from the search.
    expect((account.usage['credits'] ?? 0) - before).toBe(15)
  })
})
