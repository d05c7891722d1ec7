import { FakeClock } from '@social/testkit/application'
import { endRaces, type PortName, portChecks, type StoreHooks } from '@social/testkit/store'
import { afterAll, describe, it } from 'vitest'

import { competitors, KEY, TemporaryFolder } from './__fixtures__/files.js'
import { type SqliteStores, sqliteStores } from './stores.js'

const folder = new TemporaryFolder()
afterAll(async () => {
  await endRaces()
  folder.remove()
})

/**
 * Returns hooks for the store checks. Each check gets one store in its own file, on a clock that
 * only the check advances.
 */
function hooksFor<N extends PortName>(name: N, key: string | null): StoreHooks<SqliteStores[N]> {
  interface Opened {
    readonly stores: SqliteStores
    readonly path: string
    readonly clock: FakeClock
  }
  const opened = new Map<SqliteStores[N], Opened>()
  const of = (port: SqliteStores[N]): Opened => opened.get(port) ?? raiseUnknown()
  const open = (path: string, clock: FakeClock): SqliteStores[N] => {
    const stores = sqliteStores(path, { clock, ...(key !== null && { key }) })
    opened.set(stores[name], { stores, path, clock })
    return stores[name]
  }
  return {
    make: () => open(folder.file(), new FakeClock({ now: new Date() })),
    reopen: (port) => {
      const { stores, path, clock } = of(port)
      stores.close()
      return open(path, clock)
    },
    cleanUp: () => {
      for (const { stores } of opened.values()) stores.close()
      opened.clear()
    },
    pass: (seconds, port) => of(port).clock.advance(seconds),
    stepClock: (seconds, port) => of(port).clock.step(seconds),
    // Races of encrypted stores are tested only for the storage, where encryption takes time.
    ...((key === null || name === 'storage') && {
      processes: (port: SqliteStores[N]) => competitors({ path: of(port).path, key }),
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
  for (const [name, checks] of Object.entries(portChecks<SqliteStores>((port) => hooksFor(port, key))))
    describe(`${name}, ${how}`, () => {
      for (const check of [...checks].filter(({ skip }) => skip === false))
        // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the check brings its name and its assertions
        it(check.name, check.run, 60_000)
    })
