import { NetworkError } from '@social/core/platform'
import type { WorkerReport } from '@social/jobs/queue'
import type { PgBoss } from 'pg-boss'
import { describe, expect, it } from 'vitest'

import type { OpenBoss } from './boss.js'
import { PgBossQueue } from './pg-boss-queue.js'

const SETTINGS = {
  connectionString: 'postgres://localhost/jobs',
  schema: 'social_jobs',
  name: 'social',
  connections: 2,
  answerSeconds: 5,
}

/** A queue over a server that has no jobs, and what it is told of it. */
function aBench({ listen = true } = {}) {
  const heard: string[] = []
  const db: OpenBoss['db'] = {
    executeSql: () => Promise.resolve({ rows: [{ channel: 'a_channel' }] }),
    beginTransaction: () => Promise.reject(new Error('not asked for here')),
    listen: (channel) => {
      if (!listen) return Promise.reject(new Error('a pooler passes no notifications on'))
      heard.push(`listens to ${channel}`)
      return Promise.resolve({
        close: () => {
          heard.push(`no longer to ${channel}`)
          return Promise.resolve()
        },
      })
    },
  }
  const boss = { fetch: () => Promise.resolve([]) } as unknown as PgBoss // all that a worker asks of it here
  const listeners = new Set<(error: unknown) => void>()
  const reports: WorkerReport[] = []
  const queue = new PgBossQueue({ boss, db }, SETTINGS, listeners)
  const work = () =>
    queue.work(() => Promise.resolve({ to: 'DONE', memo: {} }), {
      atOnce: 2,
      report: (report) => reports.push(report),
    })
  const tellAll = (error: unknown): void => {
    for (const listener of listeners) listener(error)
  }
  return { work, heard, reports, tellAll }
}

describe('a worker', () => {
  it('hears of the troubles of the connection until it is stopped', async () => {
    const { work, reports, tellAll } = aBench()
    const [one, other] = [await work(), await work()]
    await one.stop({ withinSeconds: 0 })
    const error = new NetworkError('cut')
    tellAll(error)
    expect(reports).toEqual([{ type: 'TROUBLE', error }])
    await other.stop({ withinSeconds: 0 })
    tellAll(error)
    expect(reports).toHaveLength(1)
  })

  it('listens for new jobs until it is stopped', async () => {
    const { work, heard } = aBench()
    const worker = await work()
    expect(heard).toEqual(['listens to a_channel'])
    await worker.stop({ withinSeconds: 0 })
    expect(heard).toEqual(['listens to a_channel', 'no longer to a_channel'])
  })

  it('works by looking where nothing passes notifications on, and says so', async () => {
    const { work, reports } = aBench({ listen: false })
    const worker = await work()
    expect(reports).toMatchObject([{ type: 'TROUBLE' }])
    await worker.stop({ withinSeconds: 0 })
  })
})
