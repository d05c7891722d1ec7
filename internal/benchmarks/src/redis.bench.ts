import { startRedis } from '@social-internal/servers/redis'
import { redisStores } from '@social/redis'
import { createClient } from 'redis'

import { type Bench, median, medianRatio, type Row } from './measuring/row.js'
import { type Operation, operationsOf, type Send, SHORT } from './redis-operations.js'

const CALLS = 1_000
const CONCURRENCY = 20
const RUNS = 15
/**
 * Number of rounds that do not count. They let the engine compile all code and Redis load the
 * scripts.
 */
const WARM_UP = 3
/** Maximum cost of a store operation, as a ratio to the same commands sent directly. */
const MAX_RATIO = 1.3

/**
 * Measures every frequent operation of the stores, with the CPU time of this process and of Redis
 * together.
 */
export const bench: Bench = {
  name: 'Stores in Redis, concurrency 20',
  async run(): Promise<readonly Row[]> {
    const server = await startRedis({ args: ['--appendonly', 'yes'] })
    if (server === null) {
      console.log('left out: the stores in Redis: redis-server is not installed.')
      return []
    }
    const client = createClient({ url: server.url })
    client.on('error', () => {})
    await client.connect()
    // Sends commands without a timeout of the client, because the stores have their own timeout.
    const send: Send = (...command) => client.sendCommand(command)
    const cpu = async (): Promise<number> => {
      const { user, system } = process.cpuUsage()
      const facts = String(await send('INFO', 'cpu'))
      const seconds = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
        Number(new RegExp(`${name}:([\\d.]+)`).exec(facts)?.[1]),
      )
      return user + system + seconds.reduce((sum, one) => sum + one, 0) * 1e6
    }
    try {
      const rows: Row[] = []
      for (const text of Object.values(SHORT)) await send('SCRIPT', 'LOAD', text)
      const operations = operationsOf(redisStores(client, { prefix: 'bench' }), send)
      const recorded: string[] = []
      const recording = redisStores(
        (command) => {
          if (command[0] === 'EVALSHA') recorded.push(command[1] ?? '')
          return send(...command)
        },
        { prefix: 'bench' },
      )
      for (const [at, operation] of operations.entries()) {
        // The first call loads the scripts into Redis. The second call is recorded.
        await operationsOf(recording, send)[at]?.ours('first')
        recorded.length = 0
        await operationsOf(recording, send)[at]?.ours('second')
        rows.push(...(await compare(operation, [...recorded], cpu)))
      }
      return rows
    } finally {
      client.destroy()
      await server.stop()
    }
  },
}

async function compare(
  { what, ours, same, short }: Operation,
  shas: readonly string[],
  cpu: () => Promise<number>,
): Promise<readonly Row[]> {
  const works = [ours, same(shas), short] as const
  const costs: [number[], number[], number[]] = [[], [], []]
  for (let run = -WARM_UP; run < RUNS; run += 1)
    for (let turn = 0; turn < works.length; turn += 1) {
      // The order rotates, so that every side runs first equally often.
      const which = (turn + run + WARM_UP) % works.length
      const before = await cpu()
      let left = CALLS
      const worker = async (): Promise<void> => {
        while (left-- > 0) await works[which]?.(`${run}-${left}`)
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
      if (run >= 0) costs[which]?.push(((await cpu()) - before) / CALLS)
    }
  const [mine, sames, shorts] = costs
  const row = { what, value: median(mine), unit: 'µs CPU' }
  return [
    {
      ...row,
      reference: { name: 'the same statements by hand', value: median(sames) },
      ratio: medianRatio(mine, sames),
      budget: { max: MAX_RATIO },
    },
    {
      ...row,
      reference: { name: 'the shortest commands', value: median(shorts) },
      ratio: medianRatio(mine, shorts),
    },
  ]
}
