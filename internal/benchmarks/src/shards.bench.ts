import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createClient } from 'redis'

import type { Bench, Row } from './measuring/row.js'
import { ownRedis } from './own-redis.js'
import type { ShardFigures } from './shards-client.js'

const MIB = 1024 * 1024
const CONNECTIONS = 1_000_000
const EVERY_SECONDS = 300
const SECONDS = 30
const PATIENCE_SECONDS = 180

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

async function ask(child: ChildProcess): Promise<ShardFigures> {
  child.send('figures')
  const [figures] = (await once(child, 'message')) as [ShardFigures] // safe cast: shards-client.ts sends only these messages
  return figures
}

const askAll = (children: readonly ChildProcess[]): Promise<ShardFigures[]> => Promise.all(children.map(ask))

const sumOf = (all: readonly ShardFigures[], of: (one: ShardFigures) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0)

/**
 * Waits until every connection is polled and the workers have equal shares. @returns The seconds
 * until then.
 */
async function untilShared(children: readonly ChildProcess[]): Promise<number> {
  const from = performance.now()
  for (;;) {
    const all = await askAll(children)
    const shards = all.map((one) => one.shards)
    const isShared = Math.max(...shards) - Math.min(...shards) <= 1
    if (isShared && sumOf(all, (one) => one.connections) === CONNECTIONS)
      return (performance.now() - from) / 1000
    if (performance.now() - from > PATIENCE_SECONDS * 1000)
      throw new Error('The workers did not claim all connections in time.')
    await sleep(0.5)
  }
}

/** Measures all workers during the same period, after they have listed the connections. */
async function measure(children: readonly ChildProcess[]): Promise<readonly ShardFigures[]> {
  await sleep(15)
  await askAll(children)
  await sleep(SECONDS)
  return askAll(children)
}

/** Returns the bytes of all data in the Redis of this benchmark, as counted by Redis. */
async function bytesInRedis(url: string): Promise<number> {
  const redis = await createClient({ url }).connect()
  try {
    let bytes = 0
    for await (const keys of redis.scanIterator())
      for (const key of keys) bytes += (await redis.memoryUsage(key)) ?? 0
    return bytes
  } finally {
    redis.destroy()
  }
}

function toRows(all: readonly ShardFigures[], storeBytes: number | null): readonly Row[] {
  const polls = sumOf(all, (one) => one.polls)
  const cpuSeconds = sumOf(all, (one) => one.cpuSeconds)
  const lateMs = all.flatMap((one) => one.lateMs).toSorted((one, other) => one - other)
  const late = (share: number): number => lateMs[Math.floor((lateMs.length - 1) * share)] ?? Number.NaN
  const workers = `${all.length} workers`
  const bytes = sumOf(all, (one) => one.heapBytes) / CONNECTIONS
  return [
    { what: `${workers}: polls`, value: polls / SECONDS, unit: 'a second' },
    {
      what: `${workers}: CPU of a poll that finds nothing`,
      value: (cpuSeconds / polls) * 1e6,
      unit: 'µs',
      budget: { max: 60 },
    },
    {
      what: `${workers}: CPU per worker`,
      value: (cpuSeconds / SECONDS / all.length) * 100,
      unit: '% of a core',
    },
    { what: `${workers}: memory per connection`, value: bytes, unit: 'bytes', budget: { max: 400 } },
    {
      what: `${workers}: memory per worker`,
      value: Math.max(...all.map((one) => one.residentBytes)) / MIB,
      unit: 'MiB',
    },
    { what: `${workers}: lateness, median`, value: late(0.5), unit: 'ms' },
    { what: `${workers}: lateness, 99th percentile`, value: late(0.99), unit: 'ms', budget: { max: 1000 } },
    {
      what: `${workers}: memory in ${storeBytes === null ? 'the store' : 'Redis'}`,
      value: storeBytes ?? Math.max(...all.map((one) => one.rosterBytes)),
      unit: 'bytes',
    },
    {
      what: `${workers}: writes to the store`,
      value: (3 * sumOf(all, (one) => one.turns)) / SECONDS,
      unit: 'a second',
    },
  ]
}

/**
 * Measures 1,000,000 connections that are polled every five minutes, first by three workers and
 * then by four. The workers share a Redis, or a file if no Redis is available.
 */
export const bench: Bench = {
  name: '1,000,000 connections shared by workers',
  async run(): Promise<readonly Row[]> {
    const folder = await mkdtemp(join(tmpdir(), 'social-shards-'))
    const children: ChildProcess[] = []
    const server = await ownRedis()
    const bytes = async (): Promise<number | null> => (server === null ? null : bytesInRedis(server.url))
    const start = (): void => {
      const args = [server?.url ?? join(folder, 'social.db'), CONNECTIONS, EVERY_SECONDS].map(String)
      const program = fileURLToPath(new URL('./shards-client.js', import.meta.url))
      children.push(fork(program, args, { execArgv: ['--expose-gc'] }))
    }
    try {
      for (let started = 0; started < 3; started += 1) start()
      const shared = await untilShared(children)
      const three = await measure(children)
      const bytesOfThree = await bytes()
      start()
      const rejoined = await untilShared(children)
      const four = await measure(children)
      return [
        { what: 'time from the start until three workers poll all', value: shared, unit: 's' },
        ...toRows(three, bytesOfThree),
        {
          what: 'time until a fourth worker has its share',
          value: rejoined,
          unit: 's',
          budget: { max: 60 },
        },
        ...toRows(four, await bytes()),
      ]
    } finally {
      for (const child of children) child.kill('SIGKILL')
      server?.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
