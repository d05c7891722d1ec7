import { describe, expect, it } from 'vitest'

import { aJob, Bench, recording } from './__fixtures__/bench.js'

/** Longer than the default lease. */
const LATER_MS = 30_000

describe('a worker whose lease has ended', () => {
  it('loses its jobs to another worker, is aborted, and its result changes nothing', async () => {
    await using bench = new Bench()
    let uptimeMs = 1_000_000
    const [slow, other] = [bench.open({ uptimeMs: () => uptimeMs }), bench.open({ uptimeMs: () => uptimeMs })]
    const [started, go] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()]
    const ran: string[] = []
    await slow.work(async (job, context) => {
      started.resolve(context.signal)
      await go.promise
      await context.reportProgress({ percent: 90 })
      return { ...(await recording(ran)(job, context)), memo: { by: 'slow' } }
    }, 1)
    await slow.queue.add(aJob('p1'))
    const signal = await started.promise
    uptimeMs += LATER_MS
    await other.work(async () => ({ to: 'HELD', memo: { by: 'other' } }))
    await expect.poll(async () => (await other.queue.read('p1'))?.state).toBe('HELD')
    go.resolve()
    await expect.poll(() => slow.reports).toEqual([{ type: 'LEASE_LOST', id: 'p1' }])

    expect(String(signal.reason)).toContain('The job p1 belongs to another worker now')
    expect(await slow.queue.read('p1')).toMatchObject({
      state: 'HELD',
      memo: { by: 'other' },
      progress: null,
    })
    // The worker takes jobs again, with a new lease.
    await slow.queue.add(aJob('p2'))
    await expect.poll(async () => (await slow.queue.read('p2'))?.state).not.toBe('WAITING')
  })

  it('keeps its jobs if no other worker has taken them', async () => {
    await using bench = new Bench()
    let uptimeMs = 1_000_000
    const only = bench.open({ uptimeMs: () => uptimeMs })
    const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await only.work(async () => {
      started.resolve()
      await go.promise
      return { to: 'DONE', memo: {} }
    })
    await only.queue.add(aJob('p1'))
    await started.promise
    uptimeMs += LATER_MS
    go.resolve()
    await expect.poll(async () => (await only.queue.read('p1'))?.state).toBe('DONE')
    expect(only.reports).toEqual([])
  })
})
