import { InMemoryMarkers, Poller, type Update } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

/**
 * Publishes `count` posts of one account. The poller has no SeenUpdates, so it does not filter
 * duplicates.
 */
async function following(count: number) {
  const at = await usingEmulator({ platform: { recentPosts: count } })
  const ada = await at.signIn()
  const posts: string[] = []
  for (let number = 0; number < count; number += 1)
    posts.push((await ada.post({ text: `Post ${number}` }, { idempotencyKey: `${number}` })).id)
  const delivered: string[] = []
  const markers = new InMemoryMarkers()
  const dispatcher = { deliver: ({ postId }: Update) => void delivered.push(postId ?? '') }
  const reply = (post: string | undefined, text: string) =>
    at.people.post({ by: 'zoe', text, replyTo: post ?? '' }).id
  return Object.assign(at, {
    ada,
    posts,
    delivered,
    reply,
    marker: async () =>
      JSON.parse((await markers.load(ada.id, 'updates-by-time')) ?? '{}') as { at: unknown }, // safe cast: only the poller writes this marker
    async poll() {
      at.forget()
      await new Poller({ account: ada, markers, dispatcher, clock: at.clock, overlapSeconds: 0 }).checkOnce()
      return at.requests().length
    },
  })
}

describe('polling replies that do not fit on one page', () => {
  // Holds R-0351.
  it('reads further pages in the next polls, at most 1 + recentPosts requests each, each reply once', async () => {
    await using at = await following(2)
    at.reply(at.posts[0], 'the first')
    await at.poll()
    const { at: before } = await at.marker()
    await at.clock.advance(60)
    const replies = Array.from({ length: 450 }, (_, index) => at.reply(at.posts[0], `reply ${index}`))
    await at.clock.advance(60)
    const other = at.reply(at.posts[1], 'below the other post')

    expect(await at.poll()).toBe(3)
    expect(at.delivered).toContain(other)
    expect((await at.marker()).at).toBe(before)
    expect(await at.poll()).toBe(2)
    expect((await at.marker()).at).toBe(before)
    while ((await at.marker()).at === before) expect(await at.poll()).toBeLessThanOrEqual(3)

    expect(at.delivered).toHaveLength(452)
    expect(new Set(at.delivered)).toEqual(new Set([at.delivered[0], ...replies, other]))
  })

  it('warns if fetchUpdates alone leaves pages unread', async () => {
    await using at = await following(1)
    const since = at.clock.now()
    await at.clock.advance(60)
    for (let index = 0; index < 250; index += 1) at.reply(at.posts[0], `reply ${index}`)
    at.forget()
    expect(await at.ada.fetchUpdates(since)).toHaveLength(100)
    expect(at.requests()).toHaveLength(2)
  })

  it('delivers replies read before a failure of Threads, and resumes', async () => {
    await using at = await following(3)
    for (const post of at.posts) at.reply(post, 'hello')
    at.faults.add({ fault: 'status', status: 403, path: '/v1.0/:id/conversation', method: 'GET' })
    await expect(at.poll()).rejects.toThrow('threads')
    expect(at.delivered).toHaveLength(2)
    expect(await at.poll()).toBe(1)
    expect(at.delivered).toHaveLength(3)
  })
})

it('a first comment is a reply to the post under the same key, once', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const draft = { text: 'Cake', firstComment: 'Recipe below' }
  const first = await ada.post(draft, { idempotencyKey: 'k' })
  expect(first.firstComment).toMatchObject({ state: 'DONE' })
  expect((await ada.post(draft, { idempotencyKey: 'k' })).firstComment).toEqual(first.firstComment)
  const replies = await ada.readReplies(first.id)
  expect(replies).toMatchObject([{ text: 'Recipe below', parentId: first.id, isOwn: true }])
})
