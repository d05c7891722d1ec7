import { CuttingProxy, installedRedis, startRedis } from '@social-internal/servers'
import type { JobWorker, WorkerReport } from '@social/jobs/queue'
import { createClient } from 'redis'
import { describe, expect, it } from 'vitest'

import { bullQueue } from './bull-queue.js'

const job = { kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
/** Exceeds the number of responses that a worker receives during its start. */
const MAX_ANSWERS = 12
/** Only a worker that retries without a pause reaches this number. */
const TOO_MANY = 1_000

async function connected(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: () => 20 } })
  client.on('error', () => undefined)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.destroy() })
}

/** Repeats an operation until it succeeds. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
}

describe.skipIf(installedRedis() === null)('a worker', () => {
  it('works if its connection is cut during the start, after any response', async () => {
    await using server = await startRedis({ durable: true })
    if (server === null) return
    for (let answers = 0; answers < MAX_ANSWERS; answers += 1) {
      await using proxy = await CuttingProxy.open(server.port)
      await using client = await connected(`redis://127.0.0.1:${proxy.port}`)
      const queue = bullQueue(client, { name: `cut-${answers}`, leaseSeconds: 1 })
      await again(() => queue.count())
      proxy.cutNextAnswer(answers)
      const ran = Promise.withResolvers<string>()
      let worker: JobWorker | null = null
      let troubles = 0
      const report = ({ type }: WorkerReport): void => {
        if (type === 'TROUBLE') troubles += 1
        if (troubles !== TOO_MANY) return
        ran.resolve(`nothing but ${troubles} errors`)
        void worker?.stop({ withinSeconds: 0 })
      }
      const run = async ({ id }: { readonly id: string }) => {
        ran.resolve(id)
        return { to: 'DONE', memo: {} } as const
      }
      worker = await again(() => queue.work(run, { concurrency: 4, report }))
      await again(() => queue.add({ ...job, id: `p${answers}-x` }))
      expect(await ran.promise, `cut after ${answers} answers`).toBe(`p${answers}-x`)
      await worker.stop({ withinSeconds: 5 })
      await queue.close()
    }
  })

  it('retries a refused command less and less often, and works after the server accepts jobs again', async () => {
    await using server = await startRedis({ durable: true })
    if (server === null) return
    await using client = await connected(server.url)
    const queue = bullQueue(client, { name: 'refused', leaseSeconds: 60 })
    await queue.add({ ...job, id: 'p1-x' })
    await client.sendCommand(['REPLICAOF', '127.0.0.1', '1'])
    const moments: number[] = []
    const refused = Promise.withResolvers<undefined>()
    const ran = Promise.withResolvers<string>()
    const worker = await queue.work(
      async ({ id }) => {
        ran.resolve(id)
        return { to: 'DONE', memo: {} }
      },
      {
        concurrency: 1,
        report: ({ type }) => {
          if (type === 'TROUBLE') moments.push(performance.now())
          if (moments.length === 10) refused.resolve(undefined)
        },
      },
    )
    await refused.promise
    expect((moments.at(-1) ?? 0) - (moments[0] ?? 0)).toBeGreaterThan(300)
    await client.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    expect(await ran.promise).toBe('p1-x')
    await worker.stop({ withinSeconds: 5 })
    await queue.close()
  })
})
