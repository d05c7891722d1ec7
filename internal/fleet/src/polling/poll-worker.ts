import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { endWithParent } from '@social-internal/servers/end-with-parent'
import { ShardedPoller } from '@social/core'

import { openJournal } from './open-journal.js'

// Program of a worker. Several workers poll the same connections. Each logs the start and end of
// its polls with the clock that all processes of the machine share.
endWithParent()
const [address = '', log = '', connections = '', lease = '', every = ''] = process.argv.slice(2)
const ids = Array.from({ length: Number(connections) }, (_nothing, index) => `fake:${index}`)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort(new Error('The worker got SIGTERM.')))

const note = (what: string, id: string): void =>
  appendFileSync(log, `${what} ${id} ${process.pid} ${process.hrtime.bigint()}\n`)

const poller = new ShardedPoller({
  name: 'fleet',
  journal: await openJournal(address),
  connections: () => ids,
  everySeconds: Number(every),
  leaseSeconds: Number(lease),
  shards: 32,
  poll: async (id, { signal }) => {
    note('BEGIN', id)
    await sleep(20 + 40 * Math.random(), null, { signal }).catch(() => undefined)
    note('END', id)
  },
  onShards: ({ held, workers }) => process.send?.({ held, workers }),
  onError: (error) => appendFileSync(log, `ERROR ${process.pid} ${String(error)}\n`),
})
await poller.run({ signal: stop.signal }).catch(() => undefined)
process.exit(0)
