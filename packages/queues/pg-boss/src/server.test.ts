import { CuttingProxy, installedPostgres, startPostgres } from '@social-internal/servers'
import type { JobQueue } from '@social/jobs'
import type { WorkerReport } from '@social/jobs/queue'
import { expect, it } from 'vitest'

import { pgBossQueue } from './open.js'

/** Maximum number of lost responses. On an idle machine the test ends earlier. */
const MAX_CUTS = 40

async function eventually(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 240_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Timeout: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Returns the URL of a server with the port of a proxy in front of it. */
function through(proxy: CuttingProxy, address = ''): string {
  const url = new URL(address)
  url.port = String(proxy.port)
  return url.href
}

const isDone = async (queue: JobQueue, jobs: number): Promise<boolean> => {
  try {
    return (await queue.count()).ENDED === jobs
  } catch {
    return false // unreachable
  }
}

it.skipIf(installedPostgres() === null)(
  'loses no job if the server is killed, and continues after its restart',
  async () => {
    await using server = await startPostgres({ durable: true })
    const queue = await pgBossQueue({ connectionString: server?.url() ?? '', answerSeconds: 3 })
    const reports: WorkerReport[] = []
    const runs = new Map<string, number>()
    let killing: Promise<void> | undefined
    for (let index = 0; index < 20; index += 1)
      await queue.add({ id: `p${index}`, kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 })
    const worker = await queue.work(
      async ({ id }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        if (runs.size === 6) killing ??= server?.kill()
        if (runs.size >= 6) await killing
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { to: 'DONE', memo: {} }
      },
      { concurrency: 3, report: (report) => reports.push(report) },
    )
    await eventually(() => reports.some(({ type }) => type === 'TROUBLE'), 'the worker reports it')
    await expect(
      queue.add({ id: 'away', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }),
    ).rejects.toThrow('PostgreSQL failed to store a job')
    // The worker may report the trouble before the server has ended.
    await killing
    await server?.start()
    await eventually(() => isDone(queue, 20), 'everything is done')
    expect(runs.size).toBe(20)
    await worker.stop({ withinSeconds: 5 })
    await queue.close()
  },
  300_000,
)

it.skipIf(installedPostgres() === null)(
  'times out on a server that does not respond, and stores the job once in any case',
  async () => {
    await using server = await startPostgres()
    await using proxy = await CuttingProxy.open(server?.port ?? 0)
    const queue = await pgBossQueue({ connectionString: through(proxy, server?.url()), answerSeconds: 1 })
    const job = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
    proxy.turn('SWALLOW_ANSWERS')
    await expect(queue.add(job)).rejects.toThrow('PostgreSQL failed to store a job')
    proxy.turn('PASS')
    // The first attempt may or may not have stored the job.
    await queue.add(job)
    expect(await queue.count()).toEqual({ WAITING: 1, RUNNING: 0, HELD: 0, ENDED: 0 })
    await queue.close()
  },
)

it.skipIf(installedPostgres() === null)(
  'loses no job, and stores none twice, while responses of the server are lost repeatedly',
  async () => {
    await using server = await startPostgres()
    await using proxy = await CuttingProxy.open(server?.port ?? 0)
    const queue = await pgBossQueue({ connectionString: through(proxy, server?.url()), answerSeconds: 3 })
    let cuts = 0
    // The number of cuts is limited, because a slow machine would otherwise never complete a job
    // between two cuts.
    const cutting = setInterval(() => {
      cuts += 1
      if (cuts <= MAX_CUTS) proxy.cutNextAnswer()
    }, 150)
    const runs = new Map<string, number>()
    const worker = await queue.work(
      async ({ id, memo }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        return memo['again'] === true
          ? { to: 'DONE', memo: {} }
          : { to: 'WAITING', afterSeconds: 0.05, memo: { again: true } }
      },
      { concurrency: 3, report: () => undefined },
    )
    const added: unknown[] = []
    for (let index = 0; index < 15; index += 1) {
      const job = { id: `p${index}`, kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
      await eventually(async () => {
        try {
          added.push(await queue.add(job))
          return true
        } catch {
          return false // The response was lost. The job is added again, which changes nothing if the job is already stored.
        }
      }, 'the job is stored')
    }
    await eventually(() => isDone(queue, 15), 'everything is done')
    clearInterval(cutting)
    proxy.turn('PASS')
    expect(added).toHaveLength(15)
    expect((await queue.list('ENDED', { offset: 0, limit: 100 })).map(({ id }) => id)).toHaveLength(15)
    expect(runs.size).toBe(15)
    await worker.stop({ withinSeconds: 5 })
    await queue.close()
  },
  300_000,
)
