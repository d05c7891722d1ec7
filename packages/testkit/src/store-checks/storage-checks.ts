import { strict as assert } from 'node:assert'

import { Connection, type Storage, toRecord } from '@social/core/store'

import { inParallel, mustBeNull, type StoreCheckDefinition, StoreChecks, type StoreHooks } from './check.js'
import { aFullConnection, anApp, assertOneOf, assertSame, ID, renewed, withSecrets } from './storage-bench.js'

const CHECKS: readonly StoreCheckDefinition<Storage>[] = [
  {
    // Holds R-0074.
    name: 'returns null for an unknown id',
    run: async ({ port }) => {
      mustBeNull(await port.getConnection(ID), 'getConnection')
      mustBeNull(await port.getApp('mastodon', 'social.example'), 'getApp')
    },
  },
  {
    name: 'returns a complete connection, with all fields, secrets and dates',
    run: async ({ port }) => {
      const connection = aFullConnection()
      await port.saveConnection(connection)
      assertSame(await port.getConnection(connection.id), connection, 'The connection')
    },
  },
  {
    name: 'returns a connection with only the required fields',
    run: async ({ port }) => {
      const bare = new Connection({
        platform: 'x',
        accountId: '1',
        accountName: '',
        token: { accessToken: 'a' },
      })
      await port.saveConnection(bare)
      assertSame(await port.getConnection('x:1'), bare, 'The connection')
    },
  },
  {
    // Holds R-0075.
    name: 'replaces a saved connection',
    run: async ({ port }) => {
      await port.saveConnection(aFullConnection())
      const next = renewed(2).with({ extra: {}, avatarUrl: null, scopes: [] })
      await port.saveConnection(next)
      assertSame(await port.getConnection(ID), next, 'The later connection')
    },
  },
  {
    // Holds R-0077.
    name: 'deletes a connection, and does nothing without one',
    run: async ({ port }) => {
      await port.saveConnection(aFullConnection())
      await port.deleteConnection(ID)
      await port.deleteConnection(ID)
      mustBeNull(await port.getConnection(ID), 'getConnection')
    },
  },
  {
    name: 'distinguishes ids by case and length, and treats patterns as text',
    run: async ({ port }) => {
      const ids = [
        'a.example:1',
        'A.example:1',
        'a.example:10',
        'a.example:%',
        'a.example:_',
        "a'; DROP TABLE x;--",
      ]
      ids.push('\u00E9', 'e\u0301')
      const connections = ids.map((accountId) =>
        aFullConnection({ platform: 'mastodon', accountId, accountName: accountId }),
      )
      for (const connection of connections) await port.saveConnection(connection)
      for (const connection of connections)
        assertSame(await port.getConnection(connection.id), connection, connection.id)
      await port.deleteConnection('mastodon:a.example:_')
      assert.ok(await port.getConnection('mastodon:a.example:1'), 'Only the named connection may be deleted.')
    },
  },
  {
    name: 'stores a connection with a large extra',
    run: async ({ port }) => {
      const connection = aFullConnection({ extra: { pages: 'x'.repeat(200_000) } })
      await port.saveConnection(connection)
      assertSame(await port.getConnection(ID), connection, 'The connection')
    },
  },
  {
    // Holds R-0078.
    name: 'distinguishes apps by platform and host, also without a host',
    run: async ({ port }) => {
      const apps = [anApp('a.example'), anApp('b.example'), anApp(null)]
      for (const app of apps) await port.saveApp(app)
      for (const app of apps) {
        const stored = await port.getApp('mastodon', app.host)
        assert.ok(stored, `The app of ${app.host} must be there.`)
        assert.deepEqual(toRecord(stored), toRecord(app))
      }
      assert.equal(await port.getApp('mastodon', 'c.example'), null)
      assert.equal(await port.getApp('pixelfed', 'a.example'), null)
    },
  },
  {
    name: 'replaces a saved app',
    run: async ({ port }) => {
      for (const host of [null, 'a.example']) {
        await port.saveApp(anApp(host, 'old'))
        await port.saveApp(anApp(host, 'new'))
        assert.equal((await port.getApp('mastodon', host))?.clientSecret, 'new')
      }
    },
  },
  {
    name: 'stores an app without a secret',
    run: async ({ port }) => {
      await port.saveApp(anApp('a.example', null))
      assert.equal((await port.getApp('mastodon', 'a.example'))?.clientSecret, null)
    },
  },
  {
    name: 'stores one complete connection after concurrent saves',
    run: async ({ port }) => {
      await inParallel(50, (generation) => port.saveConnection(renewed(generation)))
      assertOneOf(await port.getConnection(ID), 50)
    },
  },
  {
    name: 'with saveRenewed, saves only over the token that was read',
    run: async ({ port }) => {
      if (!port.saveRenewed) return
      await port.saveConnection(renewed(1))
      assert.equal(
        await port.saveRenewed(renewed(9), renewed(0)),
        false,
        'Another token is stored: nothing may be saved.',
      )
      assertSame(await port.getConnection(ID), renewed(1), 'The stored connection')
      assert.equal(await port.saveRenewed(renewed(2), renewed(1)), true)
      assertSame(await port.getConnection(ID), renewed(2), 'The renewed connection')
    },
  },
  {
    name: 'with saveRenewed, compares both secrets of the token',
    run: async ({ port }) => {
      if (!port.saveRenewed) return
      await port.saveConnection(withSecrets('access', 'refresh'))
      for (const [what, accessToken, refreshToken] of [
        ['refresh token', 'access', 'another'],
        ['refresh token', 'access', null],
        ['access token', 'another', 'refresh'],
      ] as const)
        assert.equal(
          await port.saveRenewed(renewed(1), withSecrets(accessToken, refreshToken)),
          false,
          `The ${what} that is stored is another one: nothing may be saved.`,
        )
      assertSame(await port.getConnection(ID), withSecrets('access', 'refresh'), 'The stored connection')
    },
  },
  {
    name: 'with saveRenewed, does not restore a deleted connection',
    run: async ({ port }) => {
      if (!port.saveRenewed) return
      assert.equal(await port.saveRenewed(renewed(2), renewed(1)), false)
      assert.equal(await port.getConnection(ID), null)
    },
  },
  {
    name: 'with saveRenewed, accepts one of many concurrent saves',
    run: async ({ port }) => {
      if (!port.saveRenewed) return
      await port.saveConnection(renewed(0))
      const wins = await inParallel(30, async (index) => port.saveRenewed?.(renewed(index + 1), renewed(0)))
      assert.equal(wins.filter(Boolean).length, 1, 'Exactly one save may succeed.')
      assertSame(await port.getConnection(ID), renewed(wins.indexOf(true) + 1), 'The winner')
    },
  },
  {
    name: 'keeps everything after a restart',
    needs: 'reopen',
    run: async (bench) => {
      await bench.port.saveConnection(aFullConnection())
      await bench.port.saveApp(anApp('a.example'))
      const again = await bench.reopened()
      assertSame(await again.getConnection(ID), aFullConnection(), 'The connection')
      assert.equal((await again.getApp('mastodon', 'a.example'))?.clientSecret, 'secret')
    },
  },
  {
    name: 'stores one complete connection after concurrent saves of processes',
    needs: 'processes',
    run: (bench) =>
      bench.race(3, async (competitors) => {
        await Promise.all(
          competitors.map((competitor, index) =>
            competitor.ask(
              'storage.save',
              Array.from({ length: 10 }, (_no, at) => toRecord(renewed(index * 10 + at))),
            ),
          ),
        )
        const read = await Promise.all(competitors.map((competitor) => competitor.ask('storage.read', ID)))
        const [first] = read
        assert.ok(first, 'Every process must see what was saved.')
        for (const other of read) assert.deepEqual(other, first, 'Every process must see the same.')
      }),
  },
  {
    name: 'with saveRenewed, accepts one of many processes for each renewal',
    needs: 'processes',
    run: async (bench) => {
      if (!bench.port.saveRenewed) return
      await bench.race(3, async (competitors) => {
        const rounds = 10
        await competitors[0]?.ask('storage.save', [toRecord(renewed(0))])
        const won = await Promise.all(
          competitors.map((competitor, index) =>
            // In each round, every process tries to replace the token of the previous round. Only
            // one process may succeed.
            competitor.ask('storage.renewRounds', { id: ID, rounds, name: `process-${index}` }),
          ),
        )
        assert.equal(
          won.reduce((sum: number, wins) => sum + Number(wins), 0),
          rounds,
          'Each renewal may be won by one process only.',
        )
      })
    },
  },
]

/**
 * Checks for an implementation of `Storage`, such as a database or a test double.
 *
 * @example
 * for (const check of new StorageChecks({ make: () => new MyStorage() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class StorageChecks extends StoreChecks<Storage> {
  constructor(hooks: StoreHooks<Storage>) {
    super(CHECKS, hooks)
  }
}
