import { endRaces, type PortName, portChecks, type StoreHooks } from '@social/testkit/store'
import { afterAll, describe, it } from 'vitest'

import { competitors, hasPostgres, KEY, usingPostgres } from './__fixtures__/at-postgres.js'
import { ShiftedTime } from './__fixtures__/shifted-time.js'
import { type PostgresStores, postgresStores } from './stores.js'

const database = usingPostgres()
afterAll(() => endRaces())

/**
 * Returns hooks for the store checks. Each check gets one store in a new schema, on a server whose
 * clock the check can move.
 */
function hooksFor<N extends PortName>(name: N, key: string | null): StoreHooks<PostgresStores[N]> {
  interface Opened {
    readonly stores: PostgresStores
    readonly schema: string
    readonly time: ShiftedTime
  }
  const opened = new Map<PostgresStores[N], Opened>()
  const of = (port: PostgresStores[N]): Opened => opened.get(port) ?? raiseUnknown()
  const open = async (schema: string, time: ShiftedTime): Promise<PostgresStores[N]> => {
    const stores = postgresStores(time.pool, { schema, clock: time.clock, ...(key !== null && { key }) })
    await stores.migrate()
    opened.set(stores[name], { stores, schema, time })
    return stores[name]
  }
  return {
    make: () => open(database.schema(), new ShiftedTime(database.pool)),
    reopen: async (port) => {
      const { stores, schema, time } = of(port)
      await stores.close()
      return open(schema, time)
    },
    cleanUp: async () => {
      for (const { stores } of opened.values()) await stores.close()
      opened.clear()
    },
    pass: (seconds, port) => of(port).time.pass(seconds),
    stepClock: (seconds, port) => of(port).time.step(seconds),
    // Races of encrypted stores are tested only for the storage, where encryption takes time. The competing
    // processes have a wrong clock, because only the server's clock counts.
    ...((key === null || name === 'storage') && {
      processes: (port: PostgresStores[N]) =>
        competitors({ url: database.url, schema: of(port).schema, key, aheadSeconds: 300 }),
    }),
    patienceSeconds: 240,
  }
}

function raiseUnknown(): never {
  throw new Error('The store was not created by these hooks.')
}

for (const [how, key] of [
  ['plain', null],
  ['sealed', KEY],
] as const)
  for (const [name, checks] of Object.entries(portChecks<PostgresStores>((port) => hooksFor(port, key))))
    describe.runIf(hasPostgres)(`${name}, ${how}`, () => {
      for (const check of [...checks].filter(({ skip }) => skip === false))
        // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the check brings its name and its assertions
        it(check.name, check.run, 60_000)
    })
