import { randomUUID } from 'node:crypto'

import { endRaces, type PortName, portChecks, type StoreHooks } from '@social/testkit/store'
import { afterAll, describe, it } from 'vitest'

import { type ClientPackage, type Connected, connectClient } from './__fixtures__/clients.js'
import { configuredServer } from './__fixtures__/configured-server.js'
import { competitors, KEY } from './__fixtures__/location.js'
import { passTime, removeAll, ShiftedClock } from './__fixtures__/passing-time.js'
import { type RedisStores, redisStores } from './stores.js'

// Tests that use a given server accept one without an append-only file, because tests cannot
// configure that server.
const redisUrl = configuredServer()
const url = redisUrl ?? ''
afterAll(endRaces)

let made = 0
const run = randomUUID()

/** Returns hooks for the store checks. Each check gets one store with its own prefix. */
function hooksFor<N extends PortName>(
  port: N,
  name: ClientPackage,
  key: string | null,
): StoreHooks<RedisStores[N]> {
  interface Opened extends Connected {
    readonly prefix: string
    readonly clock: ShiftedClock
  }
  const opened = new Map<RedisStores[N], Opened>()
  const of = (store: RedisStores[N]): Opened => opened.get(store) ?? raiseUnknown()
  const open = async (prefix: string, clock: ShiftedClock): Promise<RedisStores[N]> => {
    const connected = await connectClient(name, url)
    const store = redisStores(connected.client, {
      prefix,
      clock,
      acceptLoss: true,
      // Seconds that are enough on a busy machine.
      timeoutSeconds: 20,
      ...(key !== null && { key }),
    })[port]
    opened.set(store, { ...connected, prefix, clock })
    return store
  }
  return {
    make: () => {
      made += 1
      return open(`checks-${run}-${made}`, new ShiftedClock())
    },
    reopen: (store) => open(of(store).prefix, of(store).clock),
    cleanUp: async () => {
      for (const { client, prefix, close } of opened.values()) {
        await removeAll(client, prefix)
        close()
      }
      opened.clear()
    },
    // Locks cannot be tested this way, because the holder of a lock also uses real time.
    ...(port !== 'locks' && {
      pass: (seconds: number, store: RedisStores[N]) => {
        const { client, prefix, clock } = of(store)
        clock.aheadSeconds += seconds
        return passTime(client, prefix, seconds)
      },
    }),
    stepClock: (seconds, store) => void passTime(of(store).client, of(store).prefix, seconds),
    // Races of encrypted stores are tested only for the storage, where encryption takes time.
    ...((key === null || port === 'storage') && {
      processes: (store: RedisStores[N]) => competitors({ url, prefix: of(store).prefix, key, name }),
    }),
    patienceSeconds: 240,
  }
}

function raiseUnknown(): never {
  throw new Error('The store was not created by these hooks.')
}

for (const [how, name, key] of [
  ['plain, through node-redis', 'redis', null],
  ['sealed, through ioredis', 'ioredis', KEY],
] as const)
  for (const [port, checks] of Object.entries(
    portChecks<RedisStores>((wanted) => hooksFor(wanted, name, key)),
  ))
    describe.skipIf(redisUrl === null)(`${port}, ${how}`, () => {
      for (const check of [...checks].filter(({ skip }) => skip === false))
        // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the check brings its name and its assertions
        it(check.name, check.run)
    })
