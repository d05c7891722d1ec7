import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import type { Call, PublishJournal } from '../../contract/index.js'
import { Dispatcher, InMemorySeenUpdates } from '../../events/index.js'
import { Token } from '../../models/index.js'
import { InMemoryPublishJournal } from '../../publishing/in-memory-journal.js'
import { InMemoryStorage } from '../../storage/index.js'
import { InstantClock } from '../../tokens/__fixtures__/a-keeper.js'
import { UPDATE } from '../__fixtures__/reported-operations.js'
import { aClient, aConnection, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

const REDIRECT = { redirectUri: 'https://app.example/callback/sample' }
const EXPIRED = new Date('2020-01-01T00:00:00Z')

const never = (): Promise<never> => new Promise(() => {})
const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('ports that do not respond', () => {
  it('do not block health, hasApp and disconnect forever', async () => {
    const clock = new InstantClock()
    const { client, storage } = await aClient(undefined, { clock })
    storage.getConnection = storage.getApp = never
    const all = [client.health('sample:1'), client.hasApp('sample', null), client.disconnect('sample:1')].map(
      failure,
    )
    await pause()
    clock.advance(15)

    const errors = await Promise.all(all)
    for (const error of errors) expect(error).toMatchObject({ timedOut: true })
    // Each error names the store method that does not respond.
    expect(errors.map((error) => /storage\.\w+/.exec(String(error))?.[0])).toEqual([
      'storage.getConnection',
      'storage.getApp',
      'storage.getConnection',
    ])
    expect(clock.limits).toBe(0)
  })

  it('do not outlive the deadline or the signal of a sign-in', async () => {
    const clock = new InstantClock()
    const { client, storage } = await aClient(undefined, { clock })
    storage.getApp = never
    const controller = new AbortController()
    const reason = new Error('enough')
    const timed = failure(client.startLogin('sample', { ...REDIRECT, deadlineSeconds: 10 }))
    const stopped = failure(client.startLogin('sample', { ...REDIRECT, signal: controller.signal }))
    await pause()
    clock.advance(10)
    controller.abort(reason)

    expect(await timed).toMatchObject({ timedOut: true, platform: 'sample' })
    expect(await stopped).toBe(reason)
    expect(clock.limits).toBe(0)
  })

  it('do not block the renewal of a call forever: the read of the app fails after 15 seconds', async () => {
    const clock = new InstantClock()
    const platform = {
      ...sample(),
      refresh: async (call: Call) => {
        await call.app()
        return new Token({ accessToken: 'x' })
      },
    }
    const storage = new InMemoryStorage({ connections: [aConnection('1', EXPIRED)] })
    const client = new SocialClient({ storage, clock, platforms: { sample: platform } })
    storage.getApp = never
    const call = failure(client.account('sample:1').connection())
    await pause()
    clock.advance(15)

    expect(await call).toMatchObject({ message: expect.stringContaining('storage.getApp did not respond') })
    expect(clock.limits).toBe(0)
  })

  it('are named in the error for an invalid result', async () => {
    const { storage, account } = await aClient()
    Object.assign(storage, { getConnection: async () => ({ id: 'sample:1' }) })

    await expect(account.post({ text: 'x' })).rejects.toThrow(
      /storage\.getConnection returned a plain object/,
    )
  })

  it.concurrent.each([undefined, null, 5, 'no connection', { code: 'ECONNRESET' }])(
    'are named in the error for a rejection with %j, which is not an error',
    async (thrown) => {
      const fail = (): Promise<never> => Promise.reject(thrown) // some drivers reject with values that are not errors
      const journal = new InMemoryPublishJournal()
      for (const method of ['open', 'save'] as const) {
        const failing: PublishJournal = {
          open: journal.open.bind(journal),
          save: journal.save.bind(journal),
          finish: journal.finish.bind(journal),
          claimPost: journal.claimPost.bind(journal),
          release: journal.release.bind(journal),
          forgetBefore: journal.forgetBefore.bind(journal),
          [method]: fail,
        }
        const { account } = await aClient(undefined, { journal: failing })
        const error: unknown = await account
          .post({ text: 'x' }, { idempotencyKey: method })
          .catch((rejected: unknown) => rejected)
        expect(error).toBeInstanceOf(Error)
        expect(inspect(error)).toMatch(/journal[.a-z]* failed with/)
      }
      const seen = new InMemorySeenUpdates()
      const dispatcher = new Dispatcher({
        seen: { claim: fail, extend: fail, confirm: fail, release: seen.release.bind(seen) },
      })
      await expect(dispatcher.deliver(UPDATE)).rejects.toThrow(/seenUpdates\.claim failed with/)
    },
  )
})
