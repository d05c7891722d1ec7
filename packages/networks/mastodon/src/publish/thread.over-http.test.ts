import { InvalidPostError, Media, OutcomeUnknownError } from '@social/core'
import { samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const KEY = { idempotencyKey: 'k' }
const THREE = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]

type At = Awaited<ReturnType<typeof usingEmulator>>

/** Returns the text of each status with the text of its parent. */
function chainOf(at: At) {
  const statuses = at.statuses()
  return statuses.map(({ text, replyTo }) => [text, statuses.find(({ id }) => id === replyTo)?.text ?? null])
}

const WHOLE = [
  ['One', null],
  ['Two', 'One'],
  ['Three', 'Two'],
]

describe('a thread on Mastodon', () => {
  it('is a chain of replies, each with its own options', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const parts = [
      { text: 'One', options: { visibility: 'public' } as const },
      {
        text: 'Two',
        media: [Media.fromBytes(samplePng(), { filename: 'cat.png' })],
        options: { visibility: 'unlisted' } as const,
      },
      { text: 'Three', options: { visibility: 'unlisted', spoilerText: 'The end' } as const },
    ]

    const { parts: results } = await account.postThread(parts, KEY)

    expect(chainOf(at)).toEqual(WHOLE)
    expect(at.statuses().map(({ id }) => id)).toEqual(results.map(({ id }) => id))
    expect(at.statuses().map(({ visibility }) => visibility)).toEqual(['public', 'unlisted', 'unlisted'])
    expect(at.statuses()[2]?.spoilerText).toBe('The end')
    expect(at.counts()['GET /api/v2/instance']).toBe(1)
  })

  it('is refused completely before any request when its last part is invalid', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const picture = Media.fromBytes(samplePng(), { filename: 'cat.png' })

    const refused = account.postThread([{ text: 'One', media: [picture] }, { text: 'a'.repeat(501) }], KEY)

    await expect(refused).rejects.toThrow(/501.*part 2 of 2 of the thread; no part is published/s)
    expect(Object.keys(at.counts())).toEqual(['GET /api/v2/instance'])
  })

  it('is refused when a later part would be public', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const refused = account.postThread([{ text: 'One', options: { visibility: 'private' } }, { text: 'Two' }])

    await expect(refused).rejects.toThrow(InvalidPostError)
    await expect(refused).rejects.toThrow(/options\.visibility: 'private'/)
    expect(at.statuses()).toEqual([])
  })

  it.each([
    ['its reply is lost', { fault: 'replyLost' }],
    ['its reply is cut', { fault: 'dropMidBody' }],
    [
      'it returns 502 after creating the post',
      { fault: 'status', status: 502, body: '<html>', afterEffect: true },
    ],
  ] as const)('continues after a part that is found when %s', async (_what, fault) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.faults.add({ ...SEND, nth: 2, ...fault })

    const result = await account.postThread(THREE, KEY)

    expect(chainOf(at)).toEqual(WHOLE)
    expect(result.parts.map(({ id }) => id)).toEqual(at.statuses().map(({ id }) => id))
  })

  it('stops at a part with an unknown result, and resumes with the same key when it is known', async () => {
    await using at = await usingEmulator({ server: { version: '4.5.9', apiVersion: 7 } })
    const account = await at.signIn()
    at.faults.add({ ...SEND, nth: 2, fault: 'closeBeforeEffect' })

    const error = await account.postThread(THREE, KEY).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({
      idempotencyKey: 'k',
      message: expect.stringMatching(/part 2 of 3 of the thread; part 1 is published/) as string,
      partsOut: [{ id: at.statuses()[0]?.id }],
    })
    expect(chainOf(at)).toEqual(WHOLE.slice(0, 1))

    await at.clock.advance(61)
    await account.postThread(THREE, KEY)
    expect(chainOf(at)).toEqual(WHOLE)
  })

  it('is not continued when a part is not found on a server without idempotency keys', async () => {
    await using at = await usingEmulator({
      server: { version: '0.19.1', software: 'gotosocial', idempotencyKeys: 'IGNORED', apiVersion: null },
    })
    const account = await at.signIn()
    at.faults.add({ ...SEND, nth: 2, fault: 'closeBeforeEffect' })
    for (const seconds of [0, 61, 3600]) {
      await at.clock.advance(seconds)
      await expect(account.postThread(THREE, KEY)).rejects.toThrow(OutcomeUnknownError)
    }
    expect(chainOf(at)).toEqual(WHOLE.slice(0, 1))
  })

  it('is posted once by two concurrent workers, and returned to both', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const ends = await Promise.allSettled([account.postThread(THREE, KEY), account.postThread(THREE, KEY)])

    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'PUBLISH_BUSY', idempotencyKey: 'k' },
    })
    expect(chainOf(at)).toEqual(WHOLE)
  })
})

it('is posted without waiting on a server without idempotency keys', async () => {
  await using at = await usingEmulator({
    server: {
      version: '4.0.0 (not true; really snac/2.75)',
      software: 'snac',
      idempotencyKeys: 'IGNORED',
      apiVersion: null,
    },
  })
  const account = await at.signIn()
  const before = at.clock.now().getTime()

  await account.postThread(THREE, KEY)

  expect(chainOf(at)).toEqual(WHOLE)
  expect(at.clock.now().getTime() - before).toBe(0)
})
