import { InMemoryMarkers, NetworkError, PlatformError, Poller, type Update } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const CONCURRENCY = { mentionsDelaySeconds: 0 }

describe('mentions', () => {
  it('are returned oldest first, with their actor and post', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id: mine } = await account.post({ text: 'root' })
    const { id: mention } = at.network.post({ by: 'bo', text: '@ada hello' })
    await at.clock.advance(1)
    const { id: answer } = at.network.post({ by: 'cleo', text: 'nice', on: mine })

    const updates = await account.fetchUpdates()

    expect(updates).toMatchObject([
      {
        id: mention,
        kind: 'MENTION',
        platform: 'x',
        connectionId: account.id,
        actor: { handle: 'bo', displayName: 'Bo', url: 'https://x.com/bo' },
        postId: mention,
        aboutPostId: null,
        threadRootId: mention,
      },
      { id: answer, postId: answer, aboutPostId: mine, threadRootId: mine, actor: { handle: 'cleo' } },
    ])
    expect(updates[0]?.raw).toMatchObject({ text: '@ada hello', edit_history_post_ids: [mention] })
  })

  it('are those since a time, each once also within the same second', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id: old } = at.network.post({ by: 'bo', text: '@ada old' })
    const [seen] = await account.fetchUpdates()
    await at.clock.advance(0.4)
    const { id: fresh } = at.network.post({ by: 'bo', text: '@ada fresh' })

    const updates = await account.fetchUpdates(seen?.timestamp)

    expect(seen?.id).toBe(old)
    expect(updates.map(({ id }) => id)).toEqual([fresh])
    expect(at.requests().at(-1)?.query).toMatchObject({ start_time: '2026-11-22T12:00:00Z' })
  })

  it('are read page by page, at most eight pages, with a warning about more', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY, platform: { updatesPerCheck: 5 } })
    const account = await at.signIn()
    const since = at.clock.now()
    await at.clock.advance(1)
    for (let count = 0; count < 12; count += 1) at.network.post({ by: 'bo', text: `@ada ${count}` })
    const all = await account.fetchUpdates(since)
    const page = await account.fetchUpdates()
    for (let count = 12; count < 45; count += 1) at.network.post({ by: 'bo', text: `@ada ${count}` })
    at.forget()
    const most = await account.fetchUpdates(since)

    expect(all.map(({ raw }) => raw['text'])).toEqual(
      Array.from({ length: 12 }, (_, index) => `@ada ${index}`),
    )
    expect(page).toHaveLength(5)
    expect(most).toHaveLength(40)
    expect(at.counts()).toEqual({ 'GET /2/users/:id/mentions': 8 })
  })

  it('are returned without unreadable entries', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const created_at = '2026-11-22T12:00:00.000Z'
    const body = { data: [null, 'odd', { id: '5', text: '@ada hi', created_at }, { text: 'no id' }] }
    at.faults.add({ path: '/2/users/:id/mentions', fault: 'status', status: 200, body })

    expect(await account.fetchUpdates()).toMatchObject([{ id: '5' }])
  })

  it('are empty without mentions', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    expect(await account.fetchUpdates()).toEqual([])
    expect(await account.fetchUpdates(at.clock.now())).toEqual([])
  })

  it('contain the valid entries of a list with invalid ones', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const good = { id: '7', text: '@ada hello', created_at: '2026-11-21T12:00:00.000Z', author_id: '2' }
    at.faults.add({
      fault: 'status',
      status: 200,
      method: 'GET',
      path: '/2/users/:id/mentions',
      body: { data: [null, 7, 'odd', [], { text: 'without an id' }, good], includes: { users: [null, 7] } },
    })
    expect((await account.fetchUpdates()).map(({ id }) => id)).toEqual(['7'])
  })
})

const MENTIONS_PATH = '/2/users/:id/mentions'

/**
 * Signs in an account that has one delivered mention and `count` new ones. A page has five
 * mentions. The poller has no SeenUpdates, so it does not filter duplicates.
 */
async function followed(count: number) {
  const at = await usingEmulator({ server: CONCURRENCY, platform: { updatesPerCheck: 5 } })
  const account = await at.signIn()
  const delivered: string[] = []
  const markers = new InMemoryMarkers()
  const dispatcher = { deliver: ({ id }: Update) => void delivered.push(id) }
  const mention = (text: string) => at.network.post({ by: 'bo', text: `@ada ${text}` }).id
  /**
   * Polls once with a new poller and returns the number of requests. The marker store keeps the
   * progress between polls.
   */
  async function poll() {
    at.forget()
    await new Poller({ account, markers, dispatcher, clock: at.clock }).checkOnce()
    return at.requests().length
  }
  const written = [mention('the first')]
  await poll()
  await at.clock.advance(60)
  for (let index = 0; index < count; index += 1) {
    written.push(mention(`${index}`))
    await at.clock.advance(1)
  }
  return Object.assign(at, { delivered, written, mention, poll })
}

describe('polling more mentions than one request returns', () => {
  it('delivers what it read before an outage, and the next poll continues', async () => {
    await using at = await followed(33)
    const outage = at.faults.add({
      path: MENTIONS_PATH,
      fault: 'status',
      status: 500,
      nth: 4,
      count: 'all',
    })

    await expect(at.poll()).rejects.toThrow(PlatformError)
    expect(at.delivered.slice(1)).toEqual(at.written.slice(-15))
    const meanwhile = at.mention('during the outage')
    outage.remove()
    expect(await at.poll()).toBe(4)
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
    await at.clock.advance(60)
    await at.poll()
    expect(at.delivered.slice(at.written.length)).toEqual([meanwhile])
  })

  it('loses nothing and delivers nothing twice when the outage lasts for several polls', async () => {
    await using at = await followed(33)
    const outage = at.faults.add({
      path: MENTIONS_PATH,
      fault: 'closeBeforeEffect',
      nth: 3,
      count: 'all',
    })
    for (let failed = 0; failed < 3; failed += 1) {
      await expect(at.poll()).rejects.toThrow(NetworkError)
      await at.clock.advance(60)
    }
    outage.remove()
    for (let poll = 0; poll < 2; poll += 1) await at.poll()
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
  })

  it('reads at most eight pages, and the others with the next polls', async () => {
    await using at = await followed(60)
    expect(await at.poll()).toBe(8)
    expect(await at.poll()).toBe(5)
    expect(at.delivered.toSorted()).toEqual(at.written.toSorted())
  })
})
