import { describe, expect, it } from 'vitest'

import { ClosedError } from '../errors/index.js'
import { Poller } from '../events/index.js'
import { aClient } from './__fixtures__/sample.js'

const REDIRECT = { redirectUri: 'https://app.example/callback' }
type World = Awaited<ReturnType<typeof aClient>>

describe('a closed client', () => {
  it.each<[string, (at: World) => Promise<unknown>]>([
    ['post', ({ account }) => account.post({ text: 'x' })],
    ['profile', ({ account }) => account.profile()],
    ['a direct request', ({ account }) => account.direct.get('/me')],
    ['startLogin', ({ client }) => client.startLogin('sample', REDIRECT)],
    ['disconnect', ({ client }) => client.disconnect('sample:1')],
    ['health', ({ client }) => client.health('sample:1')],
    ['hasApp', ({ client }) => client.hasApp('sample', null)],
  ])('rejects %s with a ClosedError, and sends nothing', async (_what, call) => {
    const at = await aClient()
    await at.client.close()
    const error: unknown = await call(at).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ClosedError)
    expect(at.transport.requests).toEqual([])
  })

  it('ends a poller instead of polling again', async () => {
    const { account, client } = await aClient()
    await client.close()
    const poller = new Poller({
      fetch: async () => {
        await account.profile()
        return []
      },
      deliver: () => {},
    })
    await expect(poller.runForever()).rejects.toBeInstanceOf(ClosedError)
  })
})
