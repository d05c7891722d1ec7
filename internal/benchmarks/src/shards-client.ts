import { type PublishJournal, ShardedPoller } from '@social/core'
import { redisStores } from '@social/redis'
import { sqliteStores } from '@social/sqlite'
import { createClient } from 'redis'

/** Measurements of a worker since its previous report. */
export interface ShardFigures {
  readonly connections: number
  readonly shards: number
  readonly polls: number
  readonly cpuSeconds: number
  readonly residentBytes: number
  readonly heapBytes: number
  /** Delays of the sampled polls in milliseconds. */
  readonly lateMs: readonly number[]
  /** Size in bytes of the list of connections that the workers share. */
  readonly rosterBytes: number
  readonly turns: number
}

const [place = '', connections = '', everySeconds = ''] = process.argv.slice(2)
const total = Number(connections)
/** One connection in 1000 is polled every ten seconds. The delays are measured with these. */
const SAMPLE = 1000
const SAMPLE_SECONDS = 10

let polls = 0
let turns = 0
let rosterBytes = 0
let lateMs: number[] = []
const polledAt = new Map<string, number>()

/** Opens the storage that the workers share, either a Redis or a file. */
async function openJournal(): Promise<PublishJournal> {
  if (!place.startsWith('redis://')) return sqliteStores(place).journal
  return redisStores(await createClient({ url: place }).connect(), { acceptLoss: true }).journal
}

const journal = await openJournal()
const counting: PublishJournal = {
  open: (...call) => journal.open(...call),
  save: (...call) => {
    turns += 1
    rosterBytes = JSON.stringify(call[2]).length
    return journal.save(...call)
  },
  claimPost: (...call) => journal.claimPost(...call),
  finish: (...call) => journal.finish(...call),
  release: (...call) => journal.release(...call),
  forgetBefore: (...call) => journal.forgetBefore(...call),
}

function* ids(): Generator<string> {
  for (let index = 0; index < total; index += 1) yield `mastodon:social.example:${index}`
}

const isSample = (id: string): boolean => Number(id.slice(id.lastIndexOf(':') + 1)) % SAMPLE === 0

const poller = new ShardedPoller({
  name: 'bench',
  journal: counting,
  connections: ids,
  connectionOptions: (id) => (isSample(id) ? { everySeconds: SAMPLE_SECONDS } : {}),
  everySeconds: Number(everySeconds),
  jitter: 0,
  refreshSeconds: 3600,
  poll: async (id) => {
    polls += 1
    if (!isSample(id)) return
    const now = performance.now()
    const before = polledAt.get(id)
    polledAt.set(id, now)
    if (before !== undefined) lateMs.push(now - before - SAMPLE_SECONDS * 1000)
  },
})
const over = poller.run().catch(() => undefined)

let cpu = process.cpuUsage()
process.on('message', () => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage(cpu)
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const figures: ShardFigures = {
    connections: poller.size,
    shards: poller.held.length,
    polls,
    cpuSeconds: (user + system) / 1e6,
    residentBytes: rss,
    heapBytes: heapUsed + arrayBuffers,
    lateMs,
    rosterBytes,
    turns,
  }
  process.send?.(figures)
  polls = 0
  turns = 0
  lateMs = []
  cpu = process.cpuUsage()
})
await over
