import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { PortError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { aJob, Bench, type Handle, recording } from './__fixtures__/bench.js'

/** Locks the file as another process does that writes for a long time. */
function lock(path: string): () => void {
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  return () => {
    other.exec('COMMIT')
    other.close()
  }
}

/** Makes every write of a handle fail as on a full disk or a read-only file. Returns the repair. */
const TROUBLE: Readonly<Record<string, (handle: Handle) => () => void>> = {
  'The disk is full': ({ file }) => {
    for (const session of [file.durable, file.quick]) session.script('PRAGMA max_page_count = 1')
    return () => {
      for (const session of [file.durable, file.quick]) session.script('PRAGMA max_page_count = 1000000')
    }
  },
  'The file is read-only': ({ file }) => {
    for (const session of [file.durable, file.quick]) session.script('PRAGMA query_only = ON')
    return () => {
      for (const session of [file.durable, file.quick]) session.script('PRAGMA query_only = OFF')
    }
  },
}

/** A payload that does not fit on the free space of an existing page. */
const LARGE = { text: 'x'.repeat(50_000) }

describe('a file that another process keeps locked', () => {
  it('delays a call without blocking the program, and never fails it with "database is locked"', async () => {
    await using bench = new Bench()
    const { queue } = bench.open()
    const unlock = lock(bench.path)
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 5)
    const adding = queue.add(aJob('p1'))
    await sleep(300)
    clearInterval(ticking)
    expect((await queue.count()).WAITING).toBe(0)
    unlock()
    expect(await adding).toBe(true)
    expect(ticks).toBeGreaterThan(5)
  })

  it('fails a call after its time with a PortError, and the repeated call stores the job once', async () => {
    await using bench = new Bench()
    const { queue } = bench.open({ answerSeconds: 0.1 })
    const unlock = lock(bench.path)
    const failed = await queue.add(aJob('p1')).catch((error: unknown) => error)
    expect(PortError.is(failed) && [failed.port, failed.message]).toEqual([
      'queue.add',
      expect.stringContaining('Another process keeps the file locked.'),
    ])
    unlock()
    expect([await queue.add(aJob('p1')), await queue.add(aJob('p1'))]).toEqual([true, false])
  })

  it('does not lose the result of a job', async () => {
    await using bench = new Bench()
    const handle = bench.open({ answerSeconds: 0.05 })
    const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    await handle.work(async () => {
      runs += 1
      started.resolve()
      await go.promise
      return { to: 'DONE', memo: { runs } }
    })
    await handle.queue.add(aJob('p1'))
    await started.promise
    const unlock = lock(bench.path)
    go.resolve()
    await expect.poll(() => handle.reports.length).toBeGreaterThan(0)
    unlock()
    await expect.poll(async () => (await handle.queue.read('p1'))?.memo).toEqual({ runs: 1 })
    expect([runs, handle.reports.map(({ type }) => type)]).toEqual([1, handle.reports.map(() => 'TROUBLE')])
  })
})

describe.each(Object.entries(TROUBLE))('a file that cannot be written: %s', (advice, begin) => {
  it('fails a call with a PortError that names the remedy, and keeps the stored jobs', async () => {
    await using bench = new Bench()
    const handle = bench.open()
    const { queue } = handle
    await queue.add(aJob('stored'))
    const repair = begin(handle)
    const failed = await queue.add(aJob('p1', { payload: LARGE })).catch((error: unknown) => error)
    expect(PortError.is(failed) && failed.message).toContain(advice)
    expect(await queue.count()).toMatchObject({ WAITING: 1 })
    repair()
    expect(await queue.add(aJob('p1', { payload: LARGE }))).toBe(true)
    expect((await queue.list('WAITING', { offset: 0, limit: 9 })).map(({ id }) => id)).toEqual([
      'stored',
      'p1',
    ])
  })

  it('is reported by the worker, which stores the result after the repair without another run', async () => {
    await using bench = new Bench()
    const handle = bench.open()
    const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ran: string[] = []
    await handle.work(async (job, context) => {
      started.resolve()
      await go.promise
      return { ...(await recording(ran)(job, context)), memo: LARGE }
    })
    await handle.queue.add(aJob('p1'))
    await started.promise
    const repair = begin(handle)
    go.resolve()
    await expect.poll(() => handle.reports.length).toBeGreaterThan(0)
    expect((await handle.queue.read('p1'))?.state).toBe('RUNNING')
    repair()
    await expect.poll(async () => (await handle.queue.read('p1'))?.state).toBe('DONE')
    expect([ran, handle.reports[0]?.type]).toEqual([['p1'], 'TROUBLE'])
  })
})
