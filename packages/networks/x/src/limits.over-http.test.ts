import { InMemorySpendingCounter, SocialClient, SpendingLimitError, whatNext } from '@social/core'
import { describe, expect, it } from 'vitest'

import { ALL_SCOPES } from './__fixtures__/an-account.js'
import { usingEmulator } from './__fixtures__/at-emulator.js'
import { picture } from './__fixtures__/files.js'
import { x } from './platform.js'

const HOUR = 3600
const CONCURRENCY = { timelineDelaySeconds: 0, mentionsDelaySeconds: 0, searchDelaySeconds: 0 }

/** Signs in with a client whose hourly spending limit is given in thousandths of a US dollar. */
async function withLimit(units: number) {
  const at = await usingEmulator({ server: CONCURRENCY })
  const { id } = await at.signIn()
  const { clock, storage } = at
  const counter = new InMemorySpendingCounter({ clock })
  const clients = [1, 2].map(
    () =>
      new SocialClient({
        storage,
        clock,
        platforms: { x: x({ addresses: at.addresses }) },
        allowLoopback: true,
        spendingCounter: counter,
        spending: { limits: { x: { credits: { units, perSeconds: HOUR } } } },
      }),
  )
  const [client, another] = clients
  if (client === undefined || another === undefined) throw new Error('expected two clients')
  return {
    at,
    client,
    account: client.accountOf('x', id),
    other: another.accountOf('x', id),
    async [Symbol.asyncDispose]() {
      for (const one of clients) await one.close()
      await at[Symbol.asyncDispose]()
    },
  }
}

describe('the cost of requests', () => {
  it('is counted for each request as X bills it', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn('ada', ALL_SCOPES)
    const before = at.network.bills().length
    const { id } = await account.post({ text: 'Hello' })
    await account.post({ text: 'See https://example.com' })
    const { id: mention } = at.network.post({ by: 'bo', text: '@ada hi' })
    at.network.like({ by: 'bo', on: id })
    await account.profile()
    await account.readPost(mention)
    await account.readStats(id)
    await account.readLikes(id)
    await account.repost(mention)
    await account.undoRepost(mention)
    await account.deletePost(id)
    await account.readPost('1').catch(() => {})

    const billed = at.network.bills().slice(before)
    // The billed sum is lower by 10: X bills a profile once a day, and the sign-in has already read
    // the profile.
    expect(billed.reduce((sum, { units }) => sum + units, 0)).toBe((account.usage['credits'] ?? 0) - 10)
  })
})

describe('an exhausted daily limit', () => {
  it('is reported with the reset of the day, by the refusal and before the next request', async () => {
    const day = { 'day POST /2/tweets': 1 }
    await using at = await usingEmulator({ server: { ...CONCURRENCY, rates: day } })
    const account = await at.signIn()
    await account.post({ text: 'Hello' })
    at.forget()
    // The fake clock is at 12:00 UTC, so the emulator's next day begins in 12 hours (43,200
    // seconds).
    const expected = { name: 'RateLimitError', retryAfter: expect.closeTo(43_200, -2) as number }
    await expect(account.post({ text: 'Again' })).rejects.toMatchObject(expected)
    expect(at.requests()).toEqual([])

    // A second process has no rate limit data. It learns the daily limit from the refusal.
    const other = at.anotherClient().accountOf('x', account.id)
    await expect(other.post({ text: 'Again' })).rejects.toMatchObject({ ...expected, passesSoon: false })
    await at.clock.advance(43_300)
    await account.post({ text: 'Again' })
    expect(at.effects()).toHaveLength(2)
  })
})

describe('a spending guard for X', () => {
  it('refuses a post that exceeds the budget before any request, and allows it later', async () => {
    await using bench = await withLimit(235)
    const { at, client, account } = bench
    await account.post({ text: 'Hello' })
    await account.post({ text: 'See https://example.com' })
    at.forget()
    await account.post({ text: 'Another' })
    const posted = await account.post({ text: 'One more' }).catch((error: unknown) => error)

    expect(posted).toBeInstanceOf(SpendingLimitError)
    expect(at.counts()).toEqual({ 'POST /2/tweets': 1 })
    expect(await client.spending()).toEqual([
      { platform: 'x', bucket: 'credits', spent: 230, left: 5, limit: { units: 235, perSeconds: HOUR } },
    ])
    await at.clock.advance(HOUR + 60)
    await account.post({ text: 'One more' })
  })

  it('reserves the cost of a whole page, and returns the unused part', async () => {
    await using bench = await withLimit(500)
    const { at, client, account } = bench
    const { id } = at.network.post({ by: 'bo', text: 'hi' })
    for (const by of ['bo', 'cleo']) at.network.post({ by, text: `answer of ${by}`, on: id })
    // The call needs a budget of 505: 500 for a page of 100 replies, and 5 for the post itself.
    await expect(account.readThread(id)).rejects.toBeInstanceOf(SpendingLimitError)
    await account.readThread(id, { limit: 10 })

    // The sum is 25: the post is read twice for 5 each, and three posts of the search cost 15.
    expect((await client.spending())[0]).toMatchObject({ spent: 25 })
  })

  it('does not change the state of a refused post: the same key resumes later', async () => {
    await using bench = await withLimit(20)
    const { at, account } = bench
    await account.post({ text: 'Hello' })
    for (let time = 0; time < 2; time += 1)
      await expect(account.post({ text: 'Again' }, { idempotencyKey: 'k' })).rejects.toBeInstanceOf(
        SpendingLimitError,
      )
    await at.clock.advance(HOUR + 60)
    const result = await account.post({ text: 'Again' }, { idempotencyKey: 'k' })

    expect(at.posts().at(-1)).toMatchObject({ id: result.id, text: 'Again' })
  })

  it('checks the whole cost of a post before the first byte: files, alt texts and a URL', async () => {
    await using bench = await withLimit(204)
    const { at, client, account } = bench
    const post = { text: 'See https://example.com', media: [picture('A cat')] }
    await expect(account.post(post)).rejects.toMatchObject({ units: 205, retryAfter: null })
    expect(at.requests()).toEqual([])

    await account.post({ ...post, media: [picture()] })
    at.forget()
    await expect(account.post({ media: [picture('A cat')] })).rejects.toBeInstanceOf(SpendingLimitError)
    expect(at.requests()).toEqual([])
    expect((await client.spending())[0]).toMatchObject({ spent: 200 })
  })

  it('requires no larger budget for the query for a lost post than for the post', async () => {
    await using bench = await withLimit(30)
    const { at, client, account } = bench
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })

    expect(await account.post({ text: 'Hello' })).toMatchObject({ id: at.posts()[0]?.id })
    // The lost request counts with its full cost of 15. The query returned one post for 5.
    expect((await client.spending())[0]).toMatchObject({ spent: 20 })
  })

  it('delays the query for a lost post until there is a budget, and never repeats the post', async () => {
    await using bench = await withLimit(15)
    const { at, account } = bench
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })

    const lost = await account
      .post({ text: 'Hello' }, { idempotencyKey: 'k' })
      .catch((error: unknown) => error)
    expect(whatNext(lost)).toMatchObject({ todo: 'RETRY', afterSeconds: expect.any(Number) as number })
    await at.clock.advance(HOUR + 60)
    expect(await account.post({ text: 'Hello' }, { idempotencyKey: 'k' })).toMatchObject({
      id: at.posts()[0]?.id,
    })
    expect(at.effects()).toHaveLength(1)
  })

  it('is shared by clients with one counter', async () => {
    await using bench = await withLimit(40)
    const { at, account, other } = bench
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? account : other).post({ text: `post ${index}` }),
      ),
    )

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(at.effects()).toHaveLength(2)
  })

  it('does not count requests that were not sent', async () => {
    await using bench = await withLimit(100)
    const { at, client, account } = bench
    await at[Symbol.asyncDispose]()
    await expect(account.post({ text: 'Hello' })).rejects.toMatchObject({ delivery: 'NOT_SENT' })

    expect((await client.spending())[0]).toMatchObject({ spent: 0, left: 100 })
  })
})

describe('the length of a text', () => {
  it('follows the subscription of the account', async () => {
    await using at = await usingEmulator()
    const [ada, cleo] = [await at.signIn('ada'), await at.signIn('cleo')] // cleo has X Premium
    const text = 'x'.repeat(281)

    expect((await cleo.limits()).maxTextLength).toBe(25_000)
    await expect(cleo.post({ text })).resolves.toMatchObject({ state: 'DONE' })
    await expect(ada.post({ text })).rejects.toMatchObject({
      issues: [{ field: 'text', code: 'TEXT_TOO_LONG', limit: 280, actual: 281 }],
    })
  })
})
