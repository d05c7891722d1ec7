import { expect, it } from 'vitest'

import { NetworkError, SocialBaseError } from '../errors/index.js'
import { Media } from '../media/index.js'
import type { PostInput } from '../models/index.js'
import { InMemoryPublishJournal } from '../publishing/in-memory-journal.js'
import { aClient, aConnection, EXPIRED, FakeTransport } from './__fixtures__/sample.js'

const down = (): Promise<never> => Promise.reject(new TypeError('The database is down.'))

/** Failures of every origin: the post, the network, the response, and the objects that the application passes. */
const FAILURES: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'a missing file',
    async () => (await aClient()).account.post({ media: [Media.fromFile('/nowhere/cat.png')] }),
  ],
  [
    'a date without a time zone',
    async () => (await aClient()).account.post({ text: 'x', publishAt: '2026-01-31T10:00:00' }),
  ],
  ['no post at all', async () => (await aClient()).account.post(null as unknown as PostInput)],
  [
    'a host name that is not found',
    async () => {
      const { account } = await aClient(() => Promise.reject(new NetworkError('ENOTFOUND')))
      return account.post({ text: 'x' })
    },
  ],
  ['a server error', async () => (await aClient(() => ({ status: 500 }))).account.post({ text: 'x' })],
  ['an unreadable answer', async () => (await aClient(() => ({ body: [] }))).account.post({ text: 'x' })],
  [
    'a response that is not JSON',
    async () => {
      const transport = new FakeTransport(() => ({}))
      transport.send = async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('<html>') })
      return (await aClient(undefined, { transport })).account.post({ text: 'x' })
    },
  ],
  [
    'a refused renewal',
    async () =>
      (await aClient(() => ({ status: 401 }), { connection: aConnection('1', EXPIRED) })).account.post({
        text: 'x',
      }),
  ],
  ['an unknown connection', async () => (await aClient()).client.account('sample:2').post({ text: 'x' })],
  [
    'a storage that rejects',
    async () => {
      const { account, storage } = await aClient()
      storage.getConnection = down
      return account.post({ text: 'x' })
    },
  ],
  [
    'a journal that rejects',
    async () => {
      const inner = new InMemoryPublishJournal()
      const journal = {
        open: down,
        save: inner.save.bind(inner),
        finish: inner.finish.bind(inner),
        release: inner.release.bind(inner),
        claimPost: inner.claimPost.bind(inner),
        forgetBefore: inner.forgetBefore.bind(inner),
      }
      return (await aClient(undefined, { journal })).account.post({ text: 'x' }, { idempotencyKey: 'k' })
    },
  ],
]

// Holds R-0202.
it.each(FAILURES)('post fails with an error of the library for %s', async (_what, post) => {
  const error: unknown = await post().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SocialBaseError)
})
