import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { emptyDatabase, leaveOut, startPostgres } from '@social-internal/servers'

import type { Contender } from './jobs-client.js'
import type { Bench, Row } from './measuring/row.js'
import { ownRedis } from './own-redis.js'

/** Number of jobs in one round. */
const JOBS = 200
const RUNS = 40
/**
 * Number of rounds that do not count. They let the engine compile all code and the heap reach its
 * size.
 */
const WARM_UP = 25
/** Maximum cost of a publish job, as a ratio to a bare job with a bare post. */
const BUDGET = { max: 1.2 }

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Process that runs one compared program. */
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

  /** Runs one round. @returns The CPU time before the round, in microseconds. */
  async round(round: number): Promise<number> {
    this.#child.send(round)
    return this.ready()
  }

  async ready(): Promise<number> {
    const answered = once(this.#child, 'message')
    const [{ before }] = (await Promise.race([answered, this.#ended.promise])) as [
      { readonly before: number },
    ] // safe cast: jobs-client.ts sends only these messages
    return before
  }

  end(): void {
    this.#child.disconnect()
  }
}

/**
 * Measures the microseconds per job for each compared program and round. A measurement lasts from
 * the start of one round to the start of the next.
 */
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
 * Creates the rows of the table. The budget compares with a bare job that also posts, because an
 * application runs the queue and the library in one process. Measured alone, each of the two costs
 * less than any program that runs both.
 */
function rowsOf(
  name: string,
  [mine = [], job = [], post = [], both = []]: readonly (readonly number[])[],
): readonly Row[] {
  const unit = 'µs CPU'
  // Uses the cheapest round of each program, because other load on the machine only adds time.
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

async function overSqlite(origin: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'social-bench-'))
  try {
    const contenders = ['SQLite: ours', 'SQLite: bare jobs', 'posts', 'SQLite: bare jobs that post'] as const
    return rowsOf('SQLite', await measure(contenders, [origin, folder]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures a post through a queue, compared with an empty job and with an immediate post. */
export const bench: Bench = {
  name: 'Jobs',
  async run(): Promise<readonly Row[]> {
    const network = fork(fileOf('./call-server.js'))
    try {
      const [address] = (await once(network, 'message')) as [AddressInfo] // safe cast: call-server.ts sends only its address
      const origin = `http://127.0.0.1:${address.port}`
      return [...(await overRedis(origin)), ...(await overPostgres(origin)), ...(await overSqlite(origin))]
    } finally {
      network.disconnect()
    }
  },
}
