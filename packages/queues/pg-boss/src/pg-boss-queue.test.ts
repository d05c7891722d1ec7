import { NetworkError } from '@social/core/store'
import type { RunJob, WorkerReport } from '@social/jobs/queue'
import { Lines } from '@social/store-kit'
import type { PgBoss } from 'pg-boss'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { OpenBoss } from './boss.js'
import { PgBossQueue } from './pg-boss-queue.js'

const SETTINGS = {
  connectionString: 'postgres://localhost/jobs',
  schema: 'social_jobs',
  name: 'social',
  connections: 2,
  answerSeconds: 5,
}

/** Creates a queue on a fake server without jobs, and records the reports of its worker. */
function aBench({
  listen = true,
  isSilent = false,
  boss: server = {},
}: { readonly listen?: boolean; readonly isSilent?: boolean; readonly boss?: object } = {}) {
  const heard: string[] = []
  const db: OpenBoss['db'] = {
    executeSql: () => Promise.resolve({ rows: [{ channel: 'a_channel' }] }),
    beginTransaction: () => Promise.reject(new Error('not used here')),
    listen: (channel) => {
      if (!listen) return Promise.reject(new Error('a pooler passes no notifications on'))
      heard.push(`listens to ${channel}`)
      return Promise.resolve({
        close: () => {
          heard.push(`no longer to ${channel}`)
          return isSilent ? new Promise(() => undefined) : Promise.resolve()
        },
      })
    },
  }
  const boss = { fetch: () => Promise.resolve([]), ...server } as unknown as PgBoss // safe cast: the worker of this test uses only these methods
  const listeners = new Set<(error: unknown) => void>()
  const reports: WorkerReport[] = []
  const queue = new PgBossQueue({ boss, db, lines: new Lines() }, SETTINGS, listeners)
  const report = (one: WorkerReport): unknown => reports.push(one)
  const work = (run: RunJob = () => Promise.resolve({ to: 'DONE', memo: {} }), onReport = report) =>
    queue.work(run, { concurrency: 2, report: onReport })
  const notifyAll = (error: unknown): void => {
    for (const listener of listeners) listener(error)
  }
  return { work, heard, reports, notifyAll }
}

/** A row of a job as pg-boss returns it. */
const ROW = {
  id: '5d2c2b8e-6a6e-4f0e-8f0a-0d6f8f3f3b11',
  state: 'active',
  data: { id: 'p1', kind: 'TEST', payload: '{}', memo: '{}', keepSeconds: 60, isHeld: false },
  output: null,
  retryCount: 0,
  startAfter: new Date(0),
  createdOn: new Date(0),
}

describe('a worker', () => {
  afterEach(() => vi.useRealTimers())

  it('aborts a job that the server no longer assigns to it, and reports that', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const jobs = [ROW]
    const { work, reports } = aBench({
      boss: {
        fetch: () => Promise.resolve(jobs.splice(0)),
        touch: () => Promise.resolve({ settled: [] }),
        complete: () => Promise.resolve({ jobs: [], affected: 0 }),
      },
    })
    const begun = Promise.withResolvers<AbortSignal>()
    const worker = await work((_job, { signal }) => {
      begun.resolve(signal)
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ to: 'DONE', memo: {} }), { once: true })
      })
    })
    const signal = await begun.promise
    const isOver = new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true })
    })
    vi.advanceTimersByTime(2_500)
    await isOver

    expect(String(signal.reason)).toContain('The job p1 belongs to another worker now')
    expect(reports).toContainEqual({ type: 'LEASE_LOST', id: 'p1' })
    await worker.stop({ withinSeconds: 0 })
  })

  it('aborts running jobs after its time, and waits ten seconds for a run that ignores its signal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const jobs = [ROW]
    const { work } = aBench({
      boss: { fetch: async () => jobs.splice(0), touch: async () => ({ settled: [ROW.id] }) },
    })
    const begun = Promise.withResolvers<AbortSignal>()
    const worker = await work((_job, { signal }) => {
      begun.resolve(signal)
      return new Promise(() => undefined)
    })
    const signal = await begun.promise
    let isStopped = false
    const stopped = worker.stop({ withinSeconds: 2 }).then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(isStopped).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await stopped
  })

  it('waits ten seconds for a server that does not respond to UNLISTEN, and reports that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { work, heard, reports } = aBench({ isSilent: true })
    const worker = await work()
    let isStopped = false
    const stopped = worker.stop({ withinSeconds: 0 }).then(() => (isStopped = true))
    while (heard.length < 2) await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(9_990)
    expect([isStopped, reports]).toEqual([false, []])
    await vi.advanceTimersByTimeAsync(10)
    await stopped
    expect(reports).toMatchObject([{ type: 'TROUBLE' }])
  })

  it('reports connection errors until it is stopped', async () => {
    const { work, reports, notifyAll } = aBench()
    const [one, other] = [await work(), await work()]
    await one.stop({ withinSeconds: 0 })
    const error = new NetworkError('cut')
    notifyAll(error)
    expect(reports).toEqual([{ type: 'TROUBLE', error }])
    await other.stop({ withinSeconds: 0 })
    notifyAll(error)
    expect(reports).toHaveLength(1)
  })

  it('reports nothing after a failed start', async () => {
    const { work, notifyAll } = aBench({ listen: false })
    const heard: WorkerReport[] = []
    const refuse = (report: WorkerReport): never => {
      heard.push(report)
      throw new Error('a listener that fails')
    }
    await expect(work(undefined, refuse)).rejects.toThrow('a listener that fails')
    notifyAll(new NetworkError('cut'))
    expect(heard).toHaveLength(1)
  })

  it('listens for new jobs until it is stopped', async () => {
    const { work, heard } = aBench()
    const worker = await work()
    expect(heard).toEqual(['listens to a_channel'])
    await worker.stop({ withinSeconds: 0 })
    expect(heard).toEqual(['listens to a_channel', 'no longer to a_channel'])
  })

  it('works by polling without notifications, and reports that', async () => {
    const { work, reports } = aBench({ listen: false })
    const worker = await work()
    expect(reports).toMatchObject([{ type: 'TROUBLE' }])
    await worker.stop({ withinSeconds: 0 })
  })
})
