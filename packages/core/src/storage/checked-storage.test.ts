import { describe, expect, it } from 'vitest'

import type { Storage } from '../contract/index.js'
import { ConfigError, PortError } from '../errors/index.js'
import { AppCredentials, Connection, Token, toRecord } from '../models/index.js'
import { CheckedStorage } from './checked-storage.js'
import { InMemoryStorage } from './in-memory.js'

const connection = new Connection({
  platform: 'mastodon',
  accountId: 'social.example:1',
  accountName: 'someone',
  token: { accessToken: 'secret-access', refreshToken: 'secret-refresh' },
})
const app = new AppCredentials({
  platform: 'mastodon',
  host: 'social.example',
  clientId: 'client',
  clientSecret: 'secret-app',
})
const next = connection.withToken(new Token({ accessToken: 'next' }))

/** Makes a checked in-memory storage, with some methods replaced by faulty methods. */
function aStorage(methods: Readonly<Record<string, unknown>> = {}): CheckedStorage {
  const inner: Storage = new InMemoryStorage({ connections: [connection], apps: [app] })
  return new CheckedStorage(Object.assign(inner, methods))
}

/** Makes an object like one of another copy of this package: the same methods, but another class. */
function foreign(value: object): object {
  const descriptors = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value) as object)
  const copy: object = Object.create(Object.create(null, descriptors) as object) as object
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(value))
}

const failure = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise
  } catch (error) {
    return error
  }
}

describe('the result of a storage', () => {
  it('is returned if it is valid', async () => {
    const storage = aStorage()

    expect(await storage.getConnection(connection.id)).toBe(connection)
    expect(await storage.assertConnection(connection.id)).toBe(connection)
    expect(await storage.getApp('mastodon', 'social.example')).toBe(app)
    await storage.saveConnection(next)
    expect(await storage.getConnection(connection.id)).toBe(next)
    await storage.deleteConnection(connection.id)
    expect(await storage.getConnection(connection.id)).toBeNull()
    await storage.saveApp(new AppCredentials({ platform: 'x', clientId: 'c', clientSecret: 's' }))
    expect((await storage.getApp('x', null))?.clientId).toBe('c')
  })

  it.each([undefined, null])('counts as missing: %s', async (missing) => {
    const storage = aStorage({ getConnection: () => missing, getApp: () => Promise.resolve(missing) })

    expect(await storage.getConnection('x:1')).toBeNull()
    expect(await storage.getApp('x', null)).toBeNull()
    await expect(storage.assertConnection('x:1')).rejects.toThrow(
      'No connection is stored under "x:1". Sign the account in',
    )
    await expect(storage.assertConnection('x:1')).rejects.toMatchObject({
      platform: 'x',
      code: 'NO_CONNECTION',
    })
  })

  it('may come from another copy of the package', async () => {
    const [theirs, theirApp] = [foreign(connection), foreign(app)]
    const storage = aStorage({ getConnection: () => theirs, getApp: () => theirApp })

    expect(theirs).not.toBeInstanceOf(Connection)
    expect(await storage.getConnection(connection.id)).toBe(theirs)
    expect(await storage.getApp('mastodon', null)).toBe(theirApp)
  })

  it.each([
    ['a plain object', toRecord(connection)],
    ['a plain object', { ...connection.toJSON(), token: connection.token }],
    ['a plain object', { ...connection.toJSON(), token: {}, withToken: () => {} }],
    ['a plain object', { withToken: () => {}, token: connection.token }],
    ['a plain object', { id: connection.id, withToken: () => {}, token: { accessToken: 'a' } }],
    ['a plain object', { id: connection.id, withToken: () => {}, token: { expiresWithin: () => {} } }],
    ['an array', [connection]],
    ['a string', JSON.stringify(toRecord(connection))],
    ['a boolean', true],
  ])('is refused by name if it is %s', async (kind, row) => {
    const error = await failure(aStorage({ getConnection: () => row }).getConnection(connection.id))

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toContain(
      `storage.getConnection returned ${kind} instead of Connection or null. Save toRecord(…), and return connectionFromRecord(record).`,
    )
    expect(String(error)).not.toContain('secret')
  })

  it.each([
    ['a plain object', toRecord(app)],
    ['a plain object', { key: app.key }],
    ...['platform', 'clientId', 'clientSecret'].map((left): [string, unknown] => [
      'a plain object',
      { ...toRecord(app), key: app.key, [left]: undefined },
    ]),
    ['an array', [app]],
    ['a number', 1],
  ])('is refused by name if it is %s instead of an app', async (kind, row) => {
    await expect(aStorage({ getApp: () => row }).getApp('mastodon', null)).rejects.toThrow(
      `storage.getApp returned ${kind} instead of AppCredentials or null. Save toRecord(…), and return appFromRecord(record).`,
    )
  })

  it('is refused if it belongs to another account or network', async () => {
    const storage = aStorage({ getConnection: () => connection, getApp: () => app })

    await expect(storage.getConnection('mastodon:social.example:2')).rejects.toThrow(
      'returned the connection "mastodon:social.example:1" for the id "mastodon:social.example:2"',
    )
    await expect(storage.getConnection('mastodon:Social.example:1')).rejects.toMatchObject({
      platform: 'mastodon',
    })
    await expect(storage.getApp('youtube', null)).rejects.toThrow(
      'storage.getApp returned an app of "mastodon" for "youtube"',
    )
    await expect(storage.getApp('youtube', null)).rejects.toMatchObject({
      platform: 'youtube',
      code: 'CONFIG',
    })
  })
})

describe('the error of a storage', () => {
  const calls: readonly (readonly [string, (storage: CheckedStorage) => Promise<unknown>])[] = [
    ['getConnection', (storage) => storage.getConnection(connection.id)],
    ['saveConnection', (storage) => storage.saveConnection(connection)],
    ['deleteConnection', (storage) => storage.deleteConnection(connection.id)],
    ['getApp', (storage) => storage.getApp('mastodon', null)],
    ['saveApp', (storage) => storage.saveApp(app)],
    ['saveRenewed', (storage) => storage.saveRenewed(next, connection)],
  ]

  it.each(calls)('becomes the cause of a PortError: %s', async (method, call) => {
    const error = new TypeError('disk full')
    const throwing = () => {
      throw error
    }

    const expected = { code: 'PORT', port: `storage.${method}`, cause: error }
    expect(await failure(call(aStorage({ [method]: throwing })))).toMatchObject(expected)
    expect(await failure(call(aStorage({ [method]: () => Promise.reject(error) })))).toMatchObject(expected)
  })

  it.each(calls)('is wrapped with a name if it is not an error: %s', async (method, call) => {
    const thrown = await failure(call(aStorage({ [method]: () => Promise.reject('SQLITE_BUSY') }))) // oxlint-disable-line prefer-promise-reject-errors -- some drivers do

    expect(PortError.is(thrown)).toBe(true)
    expect(thrown).toMatchObject({
      message: `storage.${method} failed with a string instead of an Error. Throw an Error that describes the failure.`,
      cause: 'SQLITE_BUSY',
    })
  })

  it.each([undefined, null])('may be undefined or null: %s', async (nothing) => {
    const thrown = await failure(aStorage({ getApp: () => Promise.reject(nothing) }).getApp('x', null)) // oxlint-disable-line prefer-promise-reject-errors -- some drivers do

    expect(String(thrown)).toContain(`storage.getApp failed with ${nothing} instead of an Error`)
  })
})

describe('saving a renewal', () => {
  it.each([
    [true, true],
    [false, false],
    [undefined, false],
    [1, false],
    ['yes', false],
  ])('counts as done only if the storage returns true: %s', async (answer, isSaved) => {
    expect(await aStorage({ saveRenewed: () => answer }).saveRenewed(next, connection)).toBe(isSaved)
  })

  it('compares tokens for a storage without saveRenewed', async () => {
    const storage = aStorage({ saveRenewed: undefined })

    expect(await storage.saveRenewed(next, connection)).toBe(true)
    expect(await storage.getConnection(connection.id)).toBe(next)
    expect(await storage.saveRenewed(connection, connection)).toBe(false)
    await storage.deleteConnection(connection.id)
    expect(await storage.saveRenewed(next, connection)).toBe(false)
    expect(await storage.getConnection(connection.id)).toBeNull()
  })
})
