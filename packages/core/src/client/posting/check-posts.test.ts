import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { checkPost } from '../../checks/index.js'
import { definePlatform } from '../../contract/index.js'
import {
  ConfigError,
  InvalidPostError,
  NetworkError,
  SocialBaseError,
  type PostIssue,
} from '../../errors/index.js'
import { Media } from '../../media/index.js'
import { makeLimits, makePostResult } from '../../models/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

type Sample = ReturnType<typeof sample>

async function aClient(overrides: Partial<Pick<Sample, 'publish' | 'limits'>> = {}) {
  const storage = new InMemoryStorage()
  for (const id of ['1', '2']) await storage.saveConnection(aConnection(id))
  const transport = new FakeTransport(() => ({}))
  const platform = sample()
  const platforms = {
    sample: definePlatform({ ...platform, features: [...platform.features], ...overrides }),
  }
  return { client: new SocialClient({ storage, platforms, transport }), transport }
}

const codesOf = (issues: readonly PostIssue[]) =>
  issues.map(({ code, optionPath, mediaIndex }) => [code, optionPath ?? mediaIndex])
const refusalOf = (check: Promise<unknown>) =>
  check.then(
    () => null,
    (error: unknown) => error,
  )

const limits = async () => makeLimits({ maxTextLength: 5 })
const publish = async () => makePostResult({ id: 'never' })

describe('checkPost with several problems', () => {
  it('runs the checks of the network with the valid options, and reports all problems', async () => {
    const { client, transport } = await aClient()
    const post = {
      text: 'Hello again, and again',
      media: [Media.fromFile('/nowhere/a.png'), Media.fromFile('/nowhere/b.png')],
      options: { madeForKid: true, madeForKids: 'yes' },
    }

    const refusal = await refusalOf(client.account<string>('sample:1').checkPost(post))

    expect(codesOf((refusal as { issues: readonly PostIssue[] }).issues)).toEqual([
      ['OPTION_UNKNOWN', 'madeForKid'],
      ['OPTION_INVALID', 'madeForKids'],
      ['FILE_UNREADABLE', 0],
      ['FILE_UNREADABLE', 1],
      ['TEXT_TOO_LONG', null],
    ])
    expect((refusal as Error).message).toContain('does not exist')
    expect(transport.requests).toEqual([])
  })

  it('checks the limits of the account if the network cannot read the other options', async () => {
    const platform = sample()
    const storage = new InMemoryStorage()
    await storage.saveConnection(aConnection())
    const postOptions = v.strictObject({ madeForKids: v.boolean() })
    const strict = definePlatform({
      ...platform,
      features: [...platform.features],
      postOptions,
      limits,
      publish,
    })
    const client = new SocialClient({
      storage,
      platforms: { sample: strict },
      transport: new FakeTransport(() => ({})),
    })

    const refusal = await refusalOf(client.account<string>('sample:1').checkPost({ text: 'Too long' }))

    expect(codesOf((refusal as { issues: readonly PostIssue[] }).issues)).toEqual([
      ['OPTION_REQUIRED', 'madeForKids'],
      ['TEXT_TOO_LONG', null],
    ])
  })

  it('reports the known problems if the network is unavailable', async () => {
    const { client } = await aClient({ publish: () => Promise.reject(new NetworkError('away')) })
    const account = client.account<string>('sample:1')

    await expect(account.checkPost({ text: 'Hi', options: { titel: 1 } })).rejects.toThrow('titel')
    await expect(account.checkPost({ text: 'Hi' })).rejects.toBeInstanceOf(NetworkError)
  })

  it('leaves out a problem of the network with an option that was already refused', async () => {
    const { client } = await aClient({
      async publish(post) {
        checkPost(post, { platform: sample(), limits: makeLimits({}) })
        const missing = {
          field: 'options',
          code: 'OPTION_REQUIRED',
          optionPath: 'madeForKids',
          message: 'missing',
        } as const
        throw new InvalidPostError('missing', { platform: 'sample', issues: [missing] })
      },
    })

    const refusal = await refusalOf(
      client.account<string>('sample:1').checkPost({ text: 'Hi', options: { madeForKids: 'yes' } }),
    )

    expect(codesOf((refusal as { issues: readonly PostIssue[] }).issues)).toEqual([
      ['OPTION_INVALID', 'madeForKids'],
    ])
  })
})

describe('client.checkPosts', () => {
  it('returns one result per account, in order, and publishes nothing', async () => {
    const { client, transport } = await aClient()

    const results = await client.checkPosts([
      { connectionId: 'sample:2', post: { text: 'Hello again, and again' } },
      { connectionId: 'sample:1', post: { text: 'Hi' } },
      { connectionId: 'sample:3', post: { text: 'Hi' } },
    ])

    expect(results).toMatchObject([
      {
        connectionId: 'sample:2',
        isValid: false,
        issues: [{ code: 'TEXT_TOO_LONG', limit: 10 }],
        error: null,
      },
      { connectionId: 'sample:1', isValid: true, issues: [], error: null },
      { connectionId: 'sample:3', isValid: false, issues: [], error: expect.any(SocialBaseError) },
    ])
    expect(transport.requests).toEqual([])
  })

  it('checks a bounded number of posts concurrently', async () => {
    let [running, most] = [0, 0]
    const { client } = await aClient({
      async publish() {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
        running -= 1
        return makePostResult({ id: 'checked' })
      },
    })
    const entries = Array.from({ length: 30 }, () => ({ connectionId: 'sample:1', post: { text: 'Hi' } }))

    const results = await client.checkPosts(entries)

    expect(results.every(({ isValid }) => isValid)).toBe(true)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(8)
  })

  it('rejects when the signal is aborted', async () => {
    const { client } = await aClient()
    const entries = [{ connectionId: 'sample:1', post: { text: 'Hi' } }]

    await expect(
      client.checkPosts(entries, { signal: AbortSignal.abort(new Error('stop')) }),
    ).rejects.toThrow('stop')
  })

  it.each([[null], ['sample:1'], [{}], [[null]], [[{ post: { text: 'Hi' } }]], [[undefined]]])(
    'refuses entries of the wrong type: %j',
    async (entries) => {
      const { client } = await aClient()
      const call = client.checkPosts(entries as never) // wrong types on purpose: JavaScript callers can pass anything
      await expect(call).rejects.toThrow(ConfigError)
    },
  )
})
