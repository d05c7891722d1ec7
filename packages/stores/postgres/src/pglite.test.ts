import { type PortName, portChecks, type StoreCheck, type StoreHooks } from '@social/testkit/store'
import { afterAll, describe, it } from 'vitest'

import { hasPostgres } from './__fixtures__/at-postgres.js'
import { PglitePool } from './__fixtures__/pglite-pool.js'
import { ShiftedTime } from './__fixtures__/shifted-time.js'
import { type PostgresStores, postgresStores } from './stores.js'

// Tests statements and migrations in an in-process PostgreSQL, which runs on every machine.
const pool = new PglitePool()
afterAll(() => pool.close())

let schemas = 0

function hooksFor<N extends PortName>(name: N): StoreHooks<PostgresStores[N]> {
  const times = new Map<PostgresStores[N], ShiftedTime>()
  const opened: PostgresStores[] = []
  return {
    make: async () => {
      schemas += 1
      const time = new ShiftedTime(pool)
      const stores = postgresStores(time.pool, { schema: `s${schemas}`, clock: time.clock })
      await stores.migrate()
      times.set(stores[name], time)
      opened.push(stores)
      return stores[name]
    },
    cleanUp: async () => {
      for (const stores of opened.splice(0)) await stores.close()
    },
    pass: (seconds, port) => times.get(port)?.pass(seconds),
    stepClock: (seconds, port) => times.get(port)?.step(seconds),
    patienceSeconds: 240,
  }
}

const ALL: Readonly<Record<string, Iterable<StoreCheck>>> = portChecks<PostgresStores>(hooksFor)

// With a real PostgreSQL server, other tests already check all stores, so one store is enough here.
const names = hasPostgres ? ['storage'] : Object.keys(ALL)

for (const name of names)
  describe(`${name}, in-process`, () => {
    for (const check of [...(ALL[name] ?? [])].filter(({ skip }) => skip === false))
      // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the check brings its name and its assertions
      it(check.name, check.run, 120_000)
  })
