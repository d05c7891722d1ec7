import { setTimeout as sleep } from 'node:timers/promises'

import { aConnection } from '@social/testkit/application'
import { Cluster } from 'ioredis'
import { createCluster } from 'redis'
import { describe, expect, it } from 'vitest'

import { canStart, ownServer } from '../__fixtures__/own-server.js'
import { type RedisStores, redisStores } from '../stores.js'

const LEASE = { leaseSeconds: 60 }
const KEY = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }

/** Runs every script that uses several keys, and every scan. */
async function useAll(stores: RedisStores): Promise<void> {
  await stores.check()
  await stores.storage.saveConnection(aConnection())
  for await (const id of stores.connectionIds()) expect(id).toBe('fake:42')
  expect(await stores.locks.withLock('key', async () => 'ran', LEASE)).toBe('ran')
  expect(await stores.loginMemory.take('state')).toBeNull()
  const reserved = await stores.spendingCounter.reserve('bucket', 1, { units: 10, perSeconds: 60 })
  await stores.spendingCounter.giveBack('bucket', 1, reserved.ok ? reserved.reservation : '')
  await stores.journal.finishNew?.(KEY, 'print', { id: '1' })
  expect(await stores.journal.forgetBefore(new Date('2200-01-01T00:00:00Z'))).toBe(1)
}

describe.runIf(canStart)('a cluster', () => {
  const own = ownServer('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1')

  // oxlint-disable-next-line vitest/expect-expect -- useAll asserts
  it('runs every script, through either client: the keys of a prefix are on one server', async () => {
    const { ask } = await own.connect('redis')
    await ask('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    while (!String(await ask('CLUSTER', 'INFO')).includes('cluster_state:ok')) await sleep(20)

    const cluster = createCluster({ rootNodes: [{ url: own.server.url }] })
    cluster.on('error', () => {})
    await cluster.connect()
    await useAll(redisStores(cluster))
    cluster.destroy()

    const other = new Cluster([{ host: '127.0.0.1', port: own.server.port }], { lazyConnect: true })
    await other.connect()
    await useAll(redisStores(other))
    other.disconnect()
  })
})
