import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { AppCredentials, Connection } from '../models/index.js'
import { syncStorage, type SyncStorage } from './sync-storage.js'

const connection = new Connection({
  platform: 'x',
  accountId: '1',
  accountName: 'someone',
  token: { accessToken: 'a' },
})
const app = new AppCredentials({ platform: 'mastodon', host: 'a.example', clientId: 'c', clientSecret: 's' })

class Blocking implements SyncStorage {
  readonly #connections = new Map<string, Connection>()
  readonly #apps = new Map<string, AppCredentials>()

  getConnection(id: string): Connection | null {
    return this.#connections.get(id) ?? null
  }
  saveConnection(each: Connection): unknown {
    return this.#connections.set(each.id, each)
  }
  deleteConnection(id: string): unknown {
    return this.#connections.delete(id)
  }
  getApp(platform: string, host: string | null): AppCredentials | null {
    return this.#apps.get(`${platform} ${host}`) ?? null
  }
  saveApp(each: AppCredentials): unknown {
    return this.#apps.set(`${each.platform} ${each.host}`, each)
  }
}

describe('syncStorage', () => {
  // Holds R-0080.
  it('returns promises of the results of the object', async () => {
    const storage = syncStorage(new Blocking())

    expect(await storage.saveConnection(connection)).toBeUndefined()
    expect(await storage.getConnection('x:1')).toBe(connection)
    expect(await storage.deleteConnection('x:1')).toBeUndefined()
    expect(await storage.getConnection('x:1')).toBeNull()
    expect(await storage.saveApp(app)).toBeUndefined()
    expect(await storage.getApp('mastodon', 'a.example')).toBe(app)
  })

  it('turns a thrown error into a rejection', async () => {
    const broken = new Blocking()
    broken.getConnection = () => {
      throw new Error('disk full')
    }

    await expect(syncStorage(broken).getConnection('x:1')).rejects.toThrow('disk full')
  })

  it('has saveRenewed only if the object has it', async () => {
    const able: SyncStorage = new Blocking()
    able.saveRenewed = () => true

    expect('saveRenewed' in syncStorage(new Blocking())).toBe(false)
    expect(await syncStorage(able).saveRenewed?.(connection, connection)).toBe(true)
  })

  it('names a missing method immediately', () => {
    const half = { getConnection: () => null } as unknown as SyncStorage // wrong types on purpose: JavaScript callers can pass anything

    expect(() => syncStorage(half)).toThrow(/has no saveConnection/)
    expect(() => syncStorage(half)).toThrow(ConfigError)
  })

  it.each(['getConnection', 'saveConnection', 'deleteConnection', 'getApp', 'saveApp'])(
    'requires %s, and reports it before anything is stored',
    (method) => {
      const lacking = Object.assign(new Blocking(), { [method]: undefined })
      expect(() => syncStorage(lacking)).toThrow(ConfigError)
      expect(() => syncStorage(lacking)).toThrow(`It has no ${method}.`)
    },
  )
})
