import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { emptyDatabase, leaveOut, startPostgres } from '@social-internal/servers'

import type { Contender } from './jobs-client.js'
import type { Bench, Row } from './measuring/row.js'
import { ownRedis } from './own-redis.js'

/** Jobs of one round. */
const JOBS = 200
const RUNS = 40
/** Warm-up rounds, not counted: until all code is compiled and the heap has its size. */
const WARM_UP = 25
/** Budget of the project: maximum cost of a publish job, as a ratio to a bare job with a bare post. */
const BUDGET = { max: 1.2 }

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** A process that works on request. */
class Client {
  readonly #child: ChildProcess
  readonly #ended = Promise.withResolvers<never>()

  constructor(contender: Contender, addresses: readonly string[]) {
    this.#child = fork(fileOf('./jobs-client.js'), [contender, String(JOBS), ...addresses])
    this.#child.on('exit', () =>
      this.#ended.reject(new Error(`"${contender}" ended before the measurement.`)),
    )
    this.#ended.promise.catch(() => undefined)
  }

  /** Resolves after one round. @returns The CPU time before it, in microseconds. */
  async round(round: number): Promise<number> {
    this.#child.send(round)
    return this.ready()
  }

  async ready(): Promise<number> {
    const answered = once(this.#child, 'message')
    const [{ before }] = (await Promise.race([answered, this.#ended.promise])) as [
      { readonly before: number },
    ] // messages of jobs-client.ts
    return before
  }

  end(): void {
    this.#child.disconnect()
  }
}

/** Microseconds per job of each contender, per round: from the start of one round to the start of the next. */
async function measure(
  contenders: readonly Contender[],
  addresses: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const clients: Client[] = []
  try {
    for (const contender of contenders) {
      const client = new Client(contender, addresses)
      clients.push(client)
      await client.ready()
    }
    const used = clients.map((): number[] => [])
    for (let round = 0; round <= WARM_UP + RUNS; round += 1)
      for (const [at, client] of clients.entries()) used[at]?.push(await client.round(round))
    return used.map((all) =>
      all
        .slice(1)
        .map((now, at) => (now - (all[at] ?? Number.NaN)) / JOBS)
        .slice(WARM_UP),
    )
  } finally {
    for (const client of clients) client.end()
  }
}

/**
 * The budget refers to a bare job that also posts: an application with both the queue and the library, in one
 * process. Measured separately, in loops without other work, each of them is cheaper than any program that runs
 * both.
 */
function rowsOf(
  name: string,
  [mine = [], job = [], post = [], both = []]: readonly (readonly number[])[],
): readonly Row[] {
  const unit = 'µs CPU'
  // Uses the cheapest round of each contender, because other programs can only add to the time.
  const ours = { what: `${name}: a post stored as a job and published`, value: Math.min(...mine), unit }
  const apart = Math.min(...job) + Math.min(...post)
  return [
    { ...ours, reference: { name: 'bare job that posts', value: Math.min(...both) }, budget: BUDGET },
    { ...ours, reference: { name: 'bare job + account.post, each alone', value: apart } },
    { what: 'of which a bare job', value: Math.min(...job), unit },
    { what: 'of which a post without waits', value: Math.min(...post), unit },
  ]
}

async function overRedis(origin: string): Promise<readonly Row[]> {
  const server = await ownRedis()
  if (server === null) {
    leaveOut('the benchmark of @social/bullmq: redis-server is not installed, and REDIS_URL is not set')
    return []
  }
  try {
    const contenders = ['BullMQ: ours', 'BullMQ: bare jobs', 'posts', 'BullMQ: bare jobs that post'] as const
    return rowsOf('BullMQ', await measure(contenders, [origin, server.url]))
  } finally {
    server.stop()
  }
}

async function overPostgres(origin: string): Promise<readonly Row[]> {
  const given = process.env['POSTGRES_URL']
  const server = given === undefined ? await startPostgres({ durable: true, onDisk: true }) : null
  const url = given ?? server?.url()
  if (url === undefined) {
    leaveOut('the benchmark of @social/pg-boss: no PostgreSQL is installed, and POSTGRES_URL is not set')
    return []
  }
  const database = await emptyDatabase(url)
  try {
    const contenders = [
      'pg-boss: ours',
      'pg-boss: bare jobs',
      'posts',
      'pg-boss: bare jobs that post',
    ] as const
    return rowsOf('pg-boss', await measure(contenders, [origin, database.url]))
  } finally {
    await database.remove()
    await server?.stop()
  }
}

/** A post through a queue, compared with an empty job and an immediate post. */
export const bench: Bench = {
  name: 'Jobs',
  async run(): Promise<readonly Row[]> {
    const network = fork(fileOf('./call-server.js'))
    try {
      const [address] = (await once(network, 'message')) as [AddressInfo] // messages of call-server.ts
      const origin = `http://127.0.0.1:${address.port}`
      return [...(await overRedis(origin)), ...(await overPostgres(origin))]
    } finally {
      network.disconnect()
    }
  },
}
