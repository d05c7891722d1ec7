import { describe, expect, it, vi } from 'vitest'

import { AppCredentials } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { type EntryPoint, reportsTo } from '../__fixtures__/reported-operations.js'
import { aConnection } from '../__fixtures__/sample.js'

const finished = async () => ({ step: 'FINISHED', connection: aConnection() })

describe('operations of the client', () => {
  const redirect = { redirectUri: 'https://app.example/back' }
  const app = new AppCredentials({ platform: 'sample', clientId: 'a', clientSecret: 'b' })

  it.each([
    ['startLogin', ['sample', { ...redirect, scopes: ['read'], host: null, state: 's', hints: {} }]],
    ['finishLogin', ['sample', { ...redirect, state: 's', callback: {}, remember: {}, scopes: ['read'] }]],
    ['choose', ['sample', { ...redirect, accountId: '1', resumeToken: 't', remember: {} }]],
    ['createApp', ['sample', { ...redirect, name: 'Mine', scopes: ['read'], website: null, again: true }]],
  ])('%s accepts every documented option, and reports the operation that runs', async (entryPoint, args) => {
    const { client, storage } = await aCapableClient({
      startLogin: finished,
      finishLogin: finished,
      resumeLogin: finished,
      createApp: async () => app,
    })
    await storage.saveApp(app)
    const methods = client as unknown as Readonly<Record<string, EntryPoint>> // safe cast: the test calls methods by name
    const reported = await reportsTo(() => methods[entryPoint]?.(...args) ?? Promise.reject())
    expect(reported).toEqual([{ platform: 'sample', connectionId: null, operation: entryPoint }])
  })

  it('disconnect revokes the token first, and refuses an unknown option', async () => {
    const order: string[] = []
    const withdrawn = Promise.withResolvers<void>()
    const { client, storage } = await aCapableClient({
      revoke: async () => {
        await withdrawn.promise
        order.push('revoked')
      },
    })
    vi.spyOn(storage, 'deleteConnection').mockImplementation(async () => void order.push('deleted'))
    await expect(client.disconnect('sample:1', { sgnal: null } as object)).rejects.toThrow(
      'account.disconnect does not know the option "sgnal".',
    )
    const gone = client.disconnect('sample:1')
    withdrawn.resolve()
    await gone
    expect(order).toEqual(['revoked', 'deleted'])
  })

  it('names the package for a former name of a network', async () => {
    const { client } = await aCapableClient()
    expect(() => client.platformFor('twitter')).toThrow('Install @social/x')
    for (const stranger of ['elsewhere', 'constructor'])
      expect(() => client.platformFor(stranger)).toThrow(
        'This client has: sample. Add it to `platforms` of new SocialClient.',
      )
  })
})
