import { setTimeout as sleep } from 'node:timers/promises'

import { emptyDatabase } from '@social-internal/servers'
import type { JobQueue } from '@social/jobs'
import type { NewJob, WorkerReport } from '@social/jobs/queue'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { pgBossQueue } from './open.js'
import type { PgBossOptions } from './options.js'
import { uuidOf } from './row.js'

const SERVER = inject('postgresUrl')

const aJob = (changes: Partial<NewJob> = {}): NewJob => ({
  id: 'p1',
  kind: 'TEST',
  payload: {},
  dueAt: null,
  keepSeconds: 3600,
  ...changes,
})

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 240_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('The condition was not met in time.')
    await sleep(20)
  }
}

describe.skipIf(SERVER === null)('defaults of pg-boss that the queue changes', () => {
  let url = ''
  let remove: (() => Promise<void>) | null = null
  let made = 0
  const opened: JobQueue[] = []
  beforeAll(async () => {
    const database = await emptyDatabase(SERVER ?? '')
    url = database.url
    remove = database.remove
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const queue of opened.splice(0)) await queue.close()
  })
  afterAll(() => remove?.())

  const open = async (options: Partial<PgBossOptions> = {}): Promise<JobQueue> => {
    made += 1
    const queue = await pgBossQueue({ connectionString: url, name: `queue_${made}`, ...options })
    opened.push(queue)
    return queue
  }
  const ask = async (
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Record<string, unknown>[]> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql, [...values])).rows
    } finally {
      await client.end()
    }
  }
  it('keeps jobs of the same id in two queues apart', async () => {
    const [one, other] = [await open(), await open()]
    for (const queue of [one, other]) expect(await queue.add(aJob())).toBe(true)
    expect(await one.withdraw('p1', { why: 'enough' })).toBe(true)
    expect((await one.read('p1'))?.state).toBe('CANCELLED')
    expect((await other.read('p1'))?.state).toBe('WAITING')
    expect((await other.read('p1'))?.memo).toEqual({})
  })

  it('uses a schema that is one version newer, as during a deploy, and keeps its version', async () => {
    await open({ schema: 'next' })
    const [next] = await ask('UPDATE next.version SET version = version + 1 RETURNING version')
    const queue = await open({ schema: 'next', name: 'newcomer' })
    expect(await queue.add(aJob())).toBe(true)
    expect(await ask('SELECT version FROM next.version')).toEqual([next])
  })

  it('refuses a schema that is two versions newer, and does not change it', async () => {
    await open({ schema: 'later' })
    const [later] = await ask('UPDATE later.version SET version = version + 2 RETURNING version')
    await expect(open({ schema: 'later', name: 'newcomer' })).rejects.toThrow(
      `The schema later has version ${String(later?.['version'])} of pg-boss`,
    )
    expect(await ask("SELECT name FROM later.queue WHERE name = 'newcomer'")).toEqual([])
  })

  it('reports cut connections to its workers, and continues', async () => {
    const queue = await open()
    const reports: WorkerReport[] = []
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      concurrency: 1,
      report: (report) => reports.push(report),
    })
    const message = 'PostgreSQL failed to keep a connection open'
    // Connections that are in use report a different error. The cuts are therefore repeated until
    // an idle connection was cut.
    await until(async () => {
      await ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'social-jobs' AND datname = current_database()",
      )
      return reports.some((report) => report.type === 'TROUBLE' && String(report.error).includes(message))
    })
    await until(() =>
      queue.add(aJob()).then(
        () => true,
        () => false,
      ),
    )
    await until(async () => (await queue.read('p1').catch(() => null))?.state === 'DONE')
    expect(await queue.add(aJob())).toBe(false)
    await worker.stop({ withinSeconds: 1 })
  })

  it('removes jobs that another program wrote into the queue, and lists and runs the others', async () => {
    const queue = await open()
    const name = `queue_${made}`
    const boss = new PgBoss({ connectionString: url, schema: 'social_jobs', supervise: false })
    boss.on('error', () => undefined)
    await boss.start()
    const almost = { id: 'x', kind: 'TEST', payload: 'no JSON', memo: '{}', isHeld: false }
    for (const data of [null, { hello: 'you' }, almost]) await boss.send(name, data)
    await boss.stop({ graceful: false })
    await queue.add(aJob())
    expect((await queue.list('WAITING', { offset: 0, limit: 10 })).map(({ id }) => id)).toEqual(['p1'])
    const troubles: string[] = []
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      concurrency: 2,
      report: (report) => troubles.push('error' in report ? String(report.error) : report.type),
    })
    await until(async () => (await queue.count()).ENDED === 4)
    expect(troubles.map((message) => message.slice(0, 40))).toEqual(
      Array.from({ length: 3 }, () => 'ConfigError: Another program wrote the j'),
    )
    expect((await queue.list('ENDED', { offset: 0, limit: 10 })).map(({ id }) => id)).toEqual(['p1'])
    await worker.stop({ withinSeconds: 1 })
  })

  it('stores texts that jsonb refuses', async () => {
    const queue = await open()
    const payload = { text: 'a\u0000b\ud800', number: 1e300 }
    expect(await queue.add(aJob({ payload }))).toBe(true)
    expect((await queue.read('p1'))?.payload).toEqual(JSON.parse(JSON.stringify(payload)))
    const worker = await queue.work(async () => ({ to: 'FAILED', memo: { why: '\u0000' } }), {
      concurrency: 1,
      report: () => undefined,
    })
    await until(async () => (await queue.read('p1'))?.state === 'FAILED')
    expect((await queue.read('p1'))?.memo).toEqual({ why: '\u0000' })
    await worker.stop({ withinSeconds: 1 })
  })

  it('keeps held jobs forever, and waiting jobs for a year after their due time, after any number of retries', async () => {
    const queue = await open()
    const dueAt = new Date('2031-05-01T12:00:00Z')
    await queue.add(aJob({ id: 'later', dueAt }))
    for (const id of ['held', 'resumed', 'again']) await queue.add(aJob({ id }))
    const worker = await queue.work(
      async ({ id, memo }) => {
        if (id === 'held' || id === 'resumed') return { to: 'HELD', memo: {} }
        const count = Number(memo['count'] ?? 0) + 1
        return { to: 'WAITING', afterSeconds: count < 4 ? 0 : 86_400, memo: { count } }
      },
      { concurrency: 2, report: () => undefined },
    )
    await until(async () => (await queue.read('again'))?.memo['count'] === 4)
    await until(async () => (await queue.count()).HELD === 2)
    await worker.stop({ withinSeconds: 1 })
    expect(await queue.resume('resumed', {})).toBe(true)
    const rows = await ask(
      `SELECT data->>'id' AS id, extract(epoch FROM keep_until - start_after) AS kept, start_after > '9000-01-01' AS never,
         retry_limit - retry_count > 1000000 AS "hasRetries" FROM social_jobs.job WHERE name = $1 ORDER BY 1`,
      [`queue_${made}`],
    )
    expect(rows.map(({ id, kept, never, hasRetries }) => [id, Number(kept), never, hasRetries])).toEqual([
      ['again', 31_536_000, false, true],
      ['held', 31_536_000, true, true],
      ['later', 31_536_000, false, true],
      ['resumed', 31_536_000, false, true],
    ])
    expect((await queue.read('later'))?.dueAt).toEqual(dueAt)
  })

  it('accepts nothing from a worker about a job of another worker', async () => {
    const queue = await open()
    await queue.add(aJob())
    const reports: WorkerReport[] = []
    const go = Promise.withResolvers<void>()
    const runs: string[] = []
    const stale = await queue.work(
      async () => {
        runs.push('stale')
        await go.promise
        return { to: 'FAILED', memo: { by: 'stale' } }
      },
      { concurrency: 1, report: (report) => reports.push(report) },
    )
    await until(async () => runs.length === 1)
    // Changes the job as pg-boss does after a missing heartbeat.
    await ask("UPDATE social_jobs.job SET state = 'retry' WHERE name = $1", [`queue_${made}`])
    const fresh = await queue.work(
      async () => {
        runs.push('fresh')
        go.resolve()
        // Waits until the first worker has reported that it lost the job.
        await until(async () => reports.length > 0)
        return { to: 'DONE', memo: { by: 'fresh' } }
      },
      { concurrency: 1, report: () => undefined },
    )
    await until(async () => (await queue.read('p1'))?.state === 'DONE')
    expect((await queue.read('p1'))?.memo).toEqual({ by: 'fresh' })
    expect(reports).toEqual([{ type: 'LEASE_LOST', id: 'p1' }])
    for (const worker of [stale, fresh]) await worker.stop({ withinSeconds: 1 })
  })

  it('accepts one of two concurrent decisions', async () => {
    const queue = await open()
    const failed = Array.from({ length: 5 }, (_nothing, at) => `f${at}`)
    for (const id of failed) await queue.add(aJob({ id }))
    const worker = await queue.work(async () => ({ to: 'FAILED', memo: {} }), {
      concurrency: 5,
      report: () => undefined,
    })
    await until(async () => (await queue.count()).ENDED === failed.length)
    await worker.stop({ withinSeconds: 5 })
    for (const id of failed) {
      const resumed = await Promise.all([queue.resume(id, { by: 1 }), queue.resume(id, { by: 2 })])
      expect(resumed.filter(Boolean)).toHaveLength(1)
      const answers = await Promise.all([queue.withdraw(id, { by: 1 }), queue.withdraw(id, { by: 2 })])
      expect(answers.filter(Boolean)).toHaveLength(1)
      expect(await queue.resume(id, {})).toBe(false)
    }
    expect(await queue.count()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: failed.length })
  })

  it('starts jobs that are due immediately by notification, without polling', async () => {
    const queue = await open()
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      concurrency: 1,
      report: () => undefined,
    })
    // From here on timers do not fire, so the worker does not poll again.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    for (let round = 0; round < 5; round += 1) {
      await queue.add(aJob({ id: `p${round}` }))
      await until(async () => (await queue.read(`p${round}`))?.state === 'DONE')
    }
    vi.useRealTimers()
    expect((await queue.count()).ENDED).toBe(5)
    await worker.stop({ withinSeconds: 1 })
  })
})

describe('the options of pgBossQueue', () => {
  it.each([
    [{ connectionString: 'mysql://x' }, 'needs a connectionString'],
    [{ schema: 'Social' }, 'schema must be at most 48 small letters'],
    [{ name: 'a"b' }, 'name must be at most 48 small letters'],
    [{ connections: 1 }, 'connections must be a whole number'],
    [{ answerSeconds: 0 }, 'answerSeconds must be'],
    [{ conections: 3 }, 'Did you mean "connections"?'],
  ])('refuse %j', async (changes, message) => {
    await expect(pgBossQueue({ connectionString: 'postgres://127.0.0.1:1/x', ...changes })).rejects.toThrow(
      message,
    )
  })

  it('report an unreachable server', async () => {
    await expect(pgBossQueue({ connectionString: 'postgres://127.0.0.1:1/x' })).rejects.toThrow(
      'PostgreSQL failed to',
    )
  })
})

it('makes the same UUID for the same queue and id, and other UUIDs for all others', () => {
  expect(uuidOf('social', 'p1')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(new Set([uuidOf('a', 'b'), uuidOf('a', 'b'), uuidOf('b', 'a'), uuidOf('', 'ab')]).size).toBe(3)
})
