import { InMemoryStorage } from '@social/core'
import { AppCredentials, type Connection, connectionFromRecord, type Storage, Token } from '@social/core/store'

import { changed, turn } from './changed-storage.js'
import type { WrongStore } from './wrong-store.js'

/** Creates a storage that changes each connection before saving. */
const bending = (bend: (connection: Connection) => Connection | Promise<Connection>) => (): Storage => {
  const storage = new InMemoryStorage()
  const save = storage.saveConnection.bind(storage)
  storage.saveConnection = async (connection) => save(await bend(connection))
  return storage
}

export const WRONG_STORAGES: readonly WrongStore<Storage>[] = [
  {
    what: 'throws for what is missing',
    noticedBy: 'returns null for an unknown id',
    make: changed((storage) => {
      const get = storage.getConnection.bind(storage)
      storage.getConnection = async (id) => {
        const found = await get(id)
        if (!found) throw new Error('no such row')
        return found
      }
    }),
  },
  {
    what: 'answers undefined for what is missing',
    noticedBy: 'returns null for an unknown id',
    saying: /getConnection must return null, not undefined, if nothing is stored/,
    make: changed((storage) => {
      const get = storage.getConnection.bind(storage)
      storage.getConnection = async (id) => (await get(id)) ?? (undefined as never) // deliberate defect: returns undefined instead of null
    }),
  },
  {
    what: 'drops the milliseconds of dates',
    noticedBy: 'returns a complete connection, with all fields, secrets and dates',
    make: bending((each) => {
      const { accessToken, refreshToken, proofKey, kind, expiresAt } = each.token
      const rounded = expiresAt && new Date(Math.floor(expiresAt.getTime() / 1000) * 1000)
      return each.withToken(new Token({ accessToken, refreshToken, proofKey, kind, expiresAt: rounded }))
    }),
  },
  {
    what: 'forgets extra',
    noticedBy: 'returns a complete connection, with all fields, secrets and dates',
    make: bending((each) => each.with({ extra: {} })),
  },
  {
    what: 'gives plain objects back',
    noticedBy: 'returns a complete connection, with all fields, secrets and dates',
    saying: /not as a plain row\. Save toRecord\(connection\)/,
    make: changed((storage) => {
      const get = storage.getConnection.bind(storage)
      storage.getConnection = async (id) => {
        const found = await get(id)
        const { token, extra } = found ?? {}
        return found && (Object.assign(Object.create(null), found, { token, extra }) as Connection) // deliberate defect: returns a plain object instead of a Connection
      }
    }),
  },
  {
    what: 'saves connections as they print',
    noticedBy: 'returns a complete connection, with all fields, secrets and dates',
    saying: /Save toRecord\(/,
    make: () => {
      const storage = new InMemoryStorage()
      const rows = new Map<string, string>()
      storage.saveConnection = async (connection) => void rows.set(connection.id, JSON.stringify(connection))
      storage.getConnection = async (id) => {
        const row = rows.get(id)
        return row === undefined ? null : connectionFromRecord(JSON.parse(row))
      }
      return storage
    },
  },
  {
    what: 'makes up what a connection does not have',
    noticedBy: 'returns a connection with only the required fields',
    make: bending((each) => each.with({ host: each.host ?? 'localhost' })),
  },
  {
    what: 'keeps the first connection',
    noticedBy: 'replaces a saved connection',
    make: changed((storage) => {
      const save = storage.saveConnection.bind(storage)
      storage.saveConnection = async (connection) => {
        if (!(await storage.getConnection(connection.id))) await save(connection)
      }
    }),
  },
  {
    what: 'throws when there is nothing to delete',
    noticedBy: 'deletes a connection, and does nothing without one',
    make: changed((storage) => {
      const remove = storage.deleteConnection.bind(storage)
      storage.deleteConnection = async (id) => {
        if (!(await storage.getConnection(id))) throw new Error('nothing was deleted')
        await remove(id)
      }
    }),
  },
  {
    what: 'compares ids without case',
    noticedBy: 'distinguishes ids by case and length, and treats patterns as text',
    make: changed((storage) => {
      const names = new Map<string, string>()
      const get = storage.getConnection.bind(storage)
      const save = storage.saveConnection.bind(storage)
      storage.saveConnection = async (connection) => {
        names.set(connection.id.toLowerCase(), connection.id)
        await save(connection)
      }
      storage.getConnection = (id) => get(names.get(id.toLowerCase()) ?? id)
    }),
  },
  {
    what: 'cuts long values off',
    noticedBy: 'stores a connection with a large extra',
    make: bending((each) => {
      const text = JSON.stringify(each.extra)
      return text.length > 65_535 ? each.with({ extra: { cut: text.slice(0, 65_535) } }) : each
    }),
  },
  {
    what: 'takes no host for any host',
    noticedBy: 'distinguishes apps by platform and host, also without a host',
    make: changed((storage) => {
      const get = storage.getApp.bind(storage)
      const save = storage.saveApp.bind(storage)
      storage.saveApp = async (app) => {
        await save(app)
        if (app.host === null) hostless.set(storage, app)
      }
      storage.getApp = async (platform, host) => (await get(platform, host)) ?? hostless.get(storage) ?? null
    }),
  },
  {
    what: 'keeps the first app without a host, as a unique index on a column with NULL does',
    noticedBy: 'replaces a saved app',
    make: changed((storage) => {
      const save = storage.saveApp.bind(storage)
      storage.saveApp = async (app) => {
        if (app.host === null && (await storage.getApp(app.platform, null))) return
        await save(app)
      }
    }),
  },
  {
    what: 'has a secret for every app',
    noticedBy: 'stores an app without a secret',
    make: changed((storage) => {
      const get = storage.getApp.bind(storage)
      storage.getApp = async (platform, host) => {
        const app = await get(platform, host)
        return app && new AppCredentials({ platform, host, clientId: app.clientId, clientSecret: app.clientSecret ?? 'none' })
      }
    }),
  },
  {
    what: 'writes the two secrets one after the other',
    noticedBy: 'stores one complete connection after concurrent saves',
    make: changed((storage) => {
      const save = storage.saveConnection.bind(storage)
      let access: string | null = null
      storage.saveConnection = async (connection) => {
        // The first save takes more event loop turns than later saves, so that their writes
        // overlap.
        const turns = access === null ? 5 : 1
        access = connection.token.accessToken
        for (let each = 0; each < turns; each += 1) await turn()
        const { refreshToken } = connection.token
        await save(connection.with({ token: { accessToken: access, refreshToken } }))
      }
    }),
  },
]

const hostless = new WeakMap<Storage, AppCredentials>()
