import { generation, JOURNAL_KEY } from '@social-internal/servers/port-calls'
import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { hasPostgres, usingPostgres } from '../__fixtures__/at-postgres.js'
import { ShiftedTime } from '../__fixtures__/shifted-time.js'
import { type PostgresStores, postgresStores } from '../stores.js'

const database = usingPostgres()
const LEASE = { leaseSeconds: 30 }

/** Creates one worker whose clock advances, and a paused worker whose clock is stopped. */
async function twoWorkers(): Promise<{ time: ShiftedTime; awake: PostgresStores; paused: PostgresStores }> {
  const schema = database.schema()
  const time = new ShiftedTime(database.pool)
  const awake = postgresStores(time.pool, { schema, clock: time.clock })
  // Both workers use the same server, whose clock advances. Only the paused worker's local clock is
  // stopped.
  const paused = postgresStores(time.pool, { schema })
  await awake.migrate()
  return { time, awake, paused }
}

describe.runIf(hasPostgres)('a holder that was paused for longer than its lease', () => {
  it('cannot overwrite the token that another worker renewed in the meantime', async () => {
    const { time, awake, paused } = await twoWorkers()
    await awake.storage.saveConnection(generation(1))
    const [inside, wake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = paused.locks.withLock(
      'connection:fake:42',
      async () => {
        const stored = await paused.storage.getConnection('fake:42')
        inside.resolve()
        await wake.promise
        return stored && paused.storage.saveRenewed(generation(2), stored)
      },
      LEASE,
    )
    await inside.promise
    time.step(31)
    const renewed = await awake.locks.withLock(
      'connection:fake:42',
      () => awake.storage.saveRenewed(generation(3), generation(1)),
      LEASE,
    )
    wake.resolve()

    expect(renewed).toBe(true)
    expect(await late).toBe(false)
    expect((await awake.storage.getConnection('fake:42'))?.token.accessToken).toBe('access-3')
    await Promise.all([awake.close(), paused.close()])
  })

  it('cannot save a receipt or a result in an entry that another worker has claimed', async () => {
    const { time, awake, paused } = await twoWorkers()
    const before = await paused.journal.open(JOURNAL_KEY, 'print', LEASE)
    const lost = 'claim' in before ? before.claim : ''
    await paused.journal.save(JOURNAL_KEY, lost, { step: 'FINISH' }, LEASE)
    time.step(31)
    const taken = await awake.journal.open(JOURNAL_KEY, 'print', LEASE)
    expect(taken).toMatchObject({ state: 'CONTINUE', receipt: { step: 'FINISH' } })

    await expect(paused.journal.save(JOURNAL_KEY, lost, null, LEASE)).rejects.toThrow(ConfigError)
    await expect(paused.journal.finish(JOURNAL_KEY, lost, { id: 'late' })).rejects.toThrow(/Stop here/)
    await paused.journal.release(JOURNAL_KEY, lost)
    await awake.journal.finish(JOURNAL_KEY, 'claim' in taken ? taken.claim : '', { id: 'ours' })
    expect(await paused.journal.open(JOURNAL_KEY, 'print', LEASE)).toEqual({
      state: 'DONE',
      result: { id: 'ours' },
    })
    await Promise.all([awake.close(), paused.close()])
  })
})

describe.runIf(hasPostgres)('a worker whose clock is wrong by minutes', () => {
  it.each([300, -300])(
    'gets the end of a busy entry by the server’s clock, with an offset of %i seconds',
    async (seconds) => {
      const schema = database.schema()
      const clock = {
        now: () => new Date(Date.now() + seconds * 1000),
        monotonic: () => performance.now() / 1000,
        sleep: () => new Promise<void>(() => {}),
      }
      const [ours, theirs] = [await database.stores({ schema }), database.unmigrated({ schema, clock })]
      await ours.journal.open(JOURNAL_KEY, 'print', LEASE)
      const entry = await theirs.journal.open(JOURNAL_KEY, 'print', LEASE)
      const wait = 'freeAt' in entry ? (entry.freeAt.getTime() - clock.now().getTime()) / 1000 : Number.NaN

      expect(entry.state).toBe('BUSY')
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(30)
    },
  )
})
