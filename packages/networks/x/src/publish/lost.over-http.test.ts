import { OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { picture } from '../__fixtures__/files.js'

describe('a post whose response was lost', () => {
  it.each(['replyLost', 'dropMidBody'] as const)('is found among the newest, after %s', async (fault) => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0 } })
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/2/tweets', fault })

    const result = await account.post({ text: 'Hello <b> & https://example.com/a?b=1 日本 👍🏽' })

    expect(result.id).toBe(at.posts()[0]?.id)
    expect(at.effects()).toHaveLength(1)
    expect(at.counts()['POST /2/tweets']).toBe(1)
  })

  it.each([
    ['alone', {}],
    ['with a text that the account has already posted', { text: 'Hello' }],
  ])('is found by its own file, %s, among similar posts', async (_what, text) => {
    const server = { timelineDelaySeconds: 0, duplicateSeconds: 0 }
    await using at = await usingEmulator({ server })
    const account = await at.signIn()
    await account.post({ ...text, media: [picture('cat')] })
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })
    const hidden = at.faults.add({ path: '/2/users/:id/tweets', fault: 'status', status: 502, count: 'all' })
    const lost = account.post({ ...text, media: [picture('cat')] }, { idempotencyKey: 'k' })
    await expect(lost).rejects.toBeInstanceOf(OutcomeUnknownError)
    await at
      .anotherClient()
      .accountOf('x', account.id)
      .post({ ...text, media: [picture('cat')] })
    hidden.remove()
    await at.clock.advance(120)

    // A second client represents a process without the memory of the first process.
    const again = at.anotherClient().accountOf('x', account.id)
    const result = await again.post({ ...text, media: [picture('cat')] }, { idempotencyKey: 'k' })

    expect(
      at
        .effects()
        .map(({ id }) => id)
        .indexOf(result.id),
    ).toBe(1)
    expect(at.effects()).toHaveLength(3)
  })

  it('is found by its files', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0 } })
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })

    const result = await account.post({ media: [picture('cat')] })

    expect(result.id).toBe(at.posts()[0]?.id)
  })

  it('stays unknown with a retryAfter while it is not listed, and is found later', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 30 } })
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })
    const lost = await account
      .post({ text: 'Hello' }, { idempotencyKey: 'k' })
      .catch((error: unknown) => error)

    expect(lost).toBeInstanceOf(OutcomeUnknownError)
    expect(lost).toMatchObject({ retryAfter: 60 })
    await at.clock.advance(120)
    const result = await account.post({ text: 'Hello' }, { idempotencyKey: 'k' })

    expect(result.id).toBe(at.posts()[0]?.id)
    expect(at.effects()).toHaveLength(1)
  })

  it('is never sent again when it is not found', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'status', status: 500 })

    const tries = []
    for (const wait of [0, 1000, 5000]) {
      await at.clock.advance(wait)
      tries.push(
        await account.post({ text: 'Hello' }, { idempotencyKey: 'k' }).catch((error: unknown) => error),
      )
    }

    expect(tries.map((one) => one instanceof OutcomeUnknownError && one.retryAfter !== null)).toEqual([
      true,
      false,
      false,
    ])
    expect(tries.every((one) => one instanceof OutcomeUnknownError)).toBe(true)
    expect(at.counts()['POST /2/tweets']).toBe(1)
  })

  it('is not mistaken for an older post with the same text, or for another account’s reply', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0, duplicateSeconds: 1 } })
    const account = await at.signIn()
    await account.post({ text: 'Good morning' })
    await at.clock.advance(3600)
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'closeBeforeEffect' })

    await expect(account.post({ text: 'Good morning' })).rejects.toBeInstanceOf(OutcomeUnknownError)
    expect(at.effects()).toHaveLength(1)
  })
})

describe('the same text with two keys', () => {
  it('is two posts: the one that was not processed does not match the other', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0 } })
    const account = await at.signIn()
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'closeBeforeEffect' })
    const lost = account.post({ text: 'Hello' }, { idempotencyKey: 'a' })
    await expect(lost).rejects.toBeInstanceOf(OutcomeUnknownError)
    const { id } = await account.post({ text: 'Hello' }, { idempotencyKey: 'b' })

    await expect(account.post({ text: 'Hello' }, { idempotencyKey: 'a' })).rejects.toBeInstanceOf(
      OutcomeUnknownError,
    )
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })

  it('is refused the second time, also later', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0 } })
    const account = await at.signIn()
    await account.post({ text: 'Hello' }, { idempotencyKey: 'a' })

    await expect(account.post({ text: 'Hello' }, { idempotencyKey: 'b' })).rejects.toThrow('Change the text.')
  })
})

describe('the same text again', () => {
  it('is refused, and does not match an earlier post', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0 } })
    const account = await at.signIn()
    await account.post({ text: 'Hello' })
    await at.clock.advance(60)

    await expect(account.post({ text: 'Hello' })).rejects.toThrow(
      'x already has a post with this text from the account: You are not allowed to create a Tweet with duplicate content. Change the text.',
    )
    expect(at.effects()).toHaveLength(1)
  })

  it.each([true, false])(
    'is sent once when X returns 503 with Retry-After, with effect: %s',
    async (afterEffect) => {
      await using at = await usingEmulator({ server: { timelineDelaySeconds: 60 } })
      const account = await at.signIn()
      at.faults.add({
        method: 'POST',
        path: '/2/tweets',
        fault: 'status',
        status: 503,
        retryAfterSeconds: 1,
        afterEffect,
      })

      const first = account.post({ text: 'Hello' }, { idempotencyKey: 'k' })
      await expect(first).rejects.toBeInstanceOf(OutcomeUnknownError)
      await at.clock.advance(120)
      const second = await account
        .post({ text: 'Hello' }, { idempotencyKey: 'k' })
        .catch((error: unknown) => error)

      expect(at.counts()['POST /2/tweets']).toBe(1)
      expect(second).toMatchObject(afterEffect ? { id: at.posts()[0]?.id } : { code: 'OUTCOME_UNKNOWN' })
    },
  )
})
