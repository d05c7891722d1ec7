import { describe, expect, it } from 'vitest'

import { channels } from '../diagnostics/channels.js'
import { NotAllowedError, TokenExpiredError, userMessageOf } from '../errors/index.js'
import { AppCredentials, type Connection, connectionFromRecord, Token, toRecord } from '../models/index.js'
import { InMemoryLocks, InMemoryStorage } from '../storage/index.js'
import type { HealthChange } from '../tokens/index.js'
import { aClient, aConnection, EXPIRED, sample } from './__fixtures__/sample.js'
import { SocialClient } from './social-client.js'

const OK = { body: { id: '7', access: 'second-access' } }
const ID = 'sample:1'

/** Makes a network whose response the test can change, and a client that records its events. */
async function aNetwork(reason: string | null = 'CHECKPOINT') {
  const network = { status: 200, renewal: 200 }
  const made = await aClient(({ url }) =>
    url.endsWith('/token') ? { ...OK, status: network.renewal } : { ...OK, status: network.status },
  )
  const platform = sample()
  const readError = platform.readError.bind(platform)
  const refusing = {
    ...platform,
    readError: (...args: Parameters<typeof readError>) =>
      args[0].status === 403
        ? new NotAllowedError('sample refused this account.', { platform: 'sample', reason })
        : readError(...args),
  }
  const locks = new InMemoryLocks()
  const aWorker = (storage = made.storage) =>
    new SocialClient({ storage, locks, platforms: { sample: refusing }, transport: made.transport })
  const client = aWorker()
  const changes: HealthChange[] = []
  client.onHealthChanged((change) => changes.push(change))
  return { network, ...made, client, account: client.account(ID), changes, aWorker }
}

/** Counts the calls of a storage by method. */
class CountingStorage extends InMemoryStorage {
  readonly calls: string[] = []

  override getConnection(id: string): Promise<Connection | null> {
    this.calls.push('getConnection')
    return super.getConnection(id)
  }

  override saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    this.calls.push('saveRenewed')
    return super.saveRenewed(next, previous)
  }
}

describe('the remembered health of a connection', () => {
  it('reports a checkpoint until the same operation succeeds, with events and without requests', async () => {
    const { network, account, client, changes, transport, storage } = await aNetwork()
    network.status = 403
    await expect(account.post({ text: 'x' })).rejects.toThrow(NotAllowedError)
    const sent = transport.requests.length

    const health = await client.health(ID)
    expect(health).toMatchObject({
      state: 'CHECK_ACCOUNT',
      reason: 'CHECKPOINT',
      since: expect.any(Date),
      todo: expect.stringContaining('post was refused: sample refused this account.'),
      userMessage: expect.stringContaining('Sample asks the owner of the account for a confirmation.'),
    })
    expect(userMessageOf(health, { language: 'de' })).toContain('Sample bittet den Inhaber des Kontos')
    expect(userMessageOf(health, { language: 'en', texts: { CHECKPOINT: 'Own text.' } })).toBe('Own text.')
    network.status = 200
    await account.profile()
    expect((await client.health(ID)).state).toBe('CHECK_ACCOUNT')
    await account.post({ text: 'x' })
    expect(await client.health(ID)).toMatchObject({ state: 'OK', reason: null })
    expect((await storage.getConnection(ID))?.problem).toBeNull()
    expect(changes.map(({ connectionId, health: { state } }) => [connectionId, state])).toEqual([
      [ID, 'CHECK_ACCOUNT'],
      [ID, 'OK'],
    ])
    expect(transport.requests.length).toBe(sent + 2)
  })

  it.each(['DUPLICATE', null])('ignores a refusal of one request: %s', async (reason) => {
    const { network, account, client, changes } = await aNetwork(reason)
    network.status = 403
    await expect(account.post({ text: 'x' })).rejects.toThrow(NotAllowedError)

    expect((await client.health(ID)).state).toBe('OK')
    expect(changes).toEqual([])
  })

  it.each([
    ['ACCESS_REVOKED', 'SIGN_IN_AGAIN'],
    ['PERMISSION_LOST', 'PERMISSION_LOST'],
    ['EMAIL_TO_CONFIRM', 'CHECK_ACCOUNT'],
    ['ACCOUNT_SUSPENDED', 'CHECK_ACCOUNT'],
    ['BILLING', 'CHECK_APP'],
  ])('reports %s as %s', async (reason, state) => {
    const { network, account, client } = await aNetwork(reason)
    network.status = 403
    await expect(account.profile()).rejects.toThrow(NotAllowedError)

    expect(await client.health(ID)).toMatchObject({ state, reason })
  })

  it('reports a refused token, and a success of any operation clears it', async () => {
    const { network, account, client, changes } = await aNetwork()
    network.status = network.renewal = 401
    await expect(account.post({ text: 'x' })).rejects.toThrow(TokenExpiredError)
    expect(await client.health(ID)).toMatchObject({ state: 'SIGN_IN_AGAIN', since: expect.any(Date) })

    network.status = 200
    await account.profile()
    expect((await client.health(ID)).state).toBe('OK')
    expect(changes.map(({ health }) => health.state)).toEqual(['SIGN_IN_AGAIN', 'OK'])
  })

  it('is cleared by a renewal and by a sign-in, each with an event', async () => {
    const { network, account, client, changes, storage } = await aNetwork()
    const fail = async () => {
      network.status = 403
      await expect(account.post({ text: 'x' })).rejects.toThrow(NotAllowedError)
      network.status = 200
    }
    await fail()
    for await (const { outcome } of client.renewDue([ID], { withinSeconds: Infinity }))
      expect(outcome).toBe('RENEWED')
    expect((await client.health(ID)).state).toBe('OK')
    await fail()
    await storage.saveApp(new AppCredentials({ platform: 'sample', clientId: 'a', clientSecret: 'b' }))
    await client.finishLogin('sample', { redirectUri: 'https://app.example/', state: 'x', callback: {} })

    expect((await client.health(ID)).state).toBe('OK')
    expect(changes.map(({ health }) => health.state)).toEqual(['CHECK_ACCOUNT', 'OK', 'CHECK_ACCOUNT', 'OK'])
  })

  it('remembers a renewal that the network refused without any operation', async () => {
    const { network, client, storage, changes } = await aNetwork()
    await storage.saveConnection(aConnection('1', EXPIRED))
    network.renewal = 401
    for await (const { outcome } of client.renewDue([ID])) expect(outcome).toBe('SIGN_IN_AGAIN')

    expect((await storage.getConnection(ID))?.problem).toMatchObject({
      code: 'TOKEN_EXPIRED',
      operation: 'refresh',
    })
    expect(changes).toHaveLength(1)
  })

  it('writes only on change, and adds no storage call to a success', async () => {
    const { network, aWorker } = await aNetwork()
    const storage = new CountingStorage({ connections: [aConnection()] })
    const account = aWorker(storage).account(ID)
    await account.profile()
    expect(storage.calls).toEqual(['getConnection'])
    network.status = 403
    for (let turn = 1; turn <= 3; turn += 1) await expect(account.profile()).rejects.toThrow(NotAllowedError)

    expect(storage.calls.filter((call) => call === 'saveRenewed')).toHaveLength(1)
    expect(storage.calls).toHaveLength(6)
  })

  it('is written once by two workers that learn the same', async () => {
    const { network, aWorker } = await aNetwork()
    const storage = new CountingStorage({ connections: [aConnection()] })
    network.status = 403
    const workers = [aWorker(storage), aWorker(storage), aWorker(storage)]
    const failures = workers.flatMap((worker) => [worker.account(ID).profile(), worker.account(ID).profile()])
    await Promise.allSettled(failures)

    expect(storage.calls.filter((call) => call === 'saveRenewed')).toHaveLength(1)
  })

  it('never overwrites a token that was renewed during the operation', async () => {
    const { network, account, storage, client, transport } = await aNetwork()
    const renewed = aConnection().withToken(new Token({ accessToken: 'newer', refreshToken: 'newer' }))
    network.status = 403
    const send = transport.send.bind(transport)
    transport.send = async (request) => {
      await storage.saveConnection(renewed)
      return send(request)
    }
    await expect(account.profile()).rejects.toThrow(NotAllowedError)

    expect((await storage.getConnection(ID))?.token.accessToken).toBe('newer')
    expect((await client.health(ID)).state).toBe('OK')
  })

  it('does not restore a connection that was deleted during the operation', async () => {
    const { network, account, storage, transport } = await aNetwork()
    network.status = 403
    const send = transport.send.bind(transport)
    transport.send = async (request) => {
      await storage.deleteConnection(ID)
      return send(request)
    }
    await expect(account.profile()).rejects.toThrow(NotAllowedError)

    expect(await storage.getConnection(ID)).toBeNull()
  })

  it('is reported although the response of the store was lost', async () => {
    const { network, account, storage, changes } = await aNetwork()
    const saveRenewed = storage.saveRenewed.bind(storage)
    storage.saveRenewed = async (next, previous) => {
      await saveRenewed(next, previous)
      throw new Error('the socket closed')
    }
    network.status = 403
    await expect(account.profile()).rejects.toThrow(NotAllowedError)

    expect(changes.map(({ health }) => health.state)).toEqual(['CHECK_ACCOUNT'])
  })

  it('never fails an operation: a failing store and a failing listener become warnings', async () => {
    const { network, account, storage, client } = await aNetwork()
    const warnings: unknown[] = []
    const heard = (warning: unknown): void => void warnings.push(warning)
    channels.warning.subscribe(heard)
    client.onHealthChanged(() => {
      throw new Error('a broken listener')
    })
    network.status = 403
    await expect(account.profile()).rejects.toThrow(NotAllowedError)
    network.status = 200
    storage.saveRenewed = () => Promise.reject(new Error('the database is away'))
    expect(await account.profile()).toMatchObject({ name: '7' })
    channels.warning.unsubscribe(heard)

    expect(JSON.stringify(warnings)).toContain('A listener of onHealthChanged failed: a broken listener')
    expect(JSON.stringify(warnings)).toContain('The health of sample:1 was not saved')
  })

  it('is published on social.health, without tokens, and a removed listener hears nothing', async () => {
    const { network, account, client } = await aNetwork()
    const heard: unknown[] = []
    const listener = (change: unknown): void => void heard.push(change)
    channels.health.subscribe(listener)
    client.onHealthChanged(() => heard.push('removed'))()
    network.status = 403
    await expect(account.profile()).rejects.toThrow(NotAllowedError)
    channels.health.unsubscribe(listener)

    expect(heard).toMatchObject([{ platform: 'sample', connectionId: ID, health: { reason: 'CHECKPOINT' } }])
    expect(JSON.stringify(heard)).not.toContain('first-')
  })

  it('survives a record, is ignored if it is unreadable, and is missing in older records', async () => {
    const { network, account, storage } = await aNetwork()
    network.status = 403
    await expect(account.profile()).rejects.toThrow(NotAllowedError)
    const connection = await storage.getConnection(ID)
    if (connection === null) throw new Error('The connection is missing.')
    const record = structuredClone(toRecord(connection)) as Record<string, unknown>

    expect(connectionFromRecord(JSON.parse(JSON.stringify(record))).problem).toEqual(connection.problem)
    expect(connectionFromRecord({ ...record, problem: { code: 5 } }).problem).toBeNull()
    expect(connectionFromRecord({ ...record, problem: undefined }).problem).toBeNull()
    expect(Object.keys(toRecord(aConnection()))).not.toContain('problem')
  })

  it('refuses a listener that is not a function', async () => {
    const { client } = await aNetwork()
    // @ts-expect-error not a function
    expect(() => client.onHealthChanged('soon')).toThrow('onHealthChanged takes a function of the change.')
  })

  it('is read from a record of a later version whose code is unknown', async () => {
    const { client, storage } = await aNetwork()
    const problem = {
      code: 'NEWER',
      reason: null,
      operation: 'post',
      since: new Date(),
      message: 'No.',
      userTexts: {},
    }
    await storage.saveConnection(aConnection().with({ problem }))

    expect((await client.health(ID)).state).toBe('CHECK_ACCOUNT')
  })
})
