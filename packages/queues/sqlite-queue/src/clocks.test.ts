import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { aJob, Bench, recording } from './__fixtures__/bench.js'

/** Opens a handle whose lease uses the monotonic part of the clock, as on a real machine. */
const on = (clock: FakeClock) => ({ clock, uptimeMs: () => clock.monotonic() * 1000 })

/** Advances the clock until the condition is true, because the calls of the file run in between. */
async function advanceUntil(clock: FakeClock, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let steps = 0; !(await isTrue()); steps += 1) {
    if (steps > 500) throw new Error('It never became true.')
    await clock.advance(0.1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

describe('a clock that is set forward', () => {
  it('takes no job from a living worker', async () => {
    const clock = new FakeClock()
    await using bench = new Bench()
    const [one, other] = [bench.open(on(clock)), bench.open(on(clock))]
    const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const runs: string[] = []
    const run = (name: string) => async () => {
      runs.push(name)
      started.resolve()
      await go.promise
      return { to: 'DONE', memo: {} } as const
    }
    await one.work(run('one'))
    await one.queue.add(aJob('p1'))
    await started.promise
    await other.work(run('other'))
    clock.step(3_600)
    let isOver = false
    void clock.advance(30).then(() => (isOver = true))
    await advanceUntil(clock, () => isOver)
    go.resolve()
    await advanceUntil(clock, async () => (await one.queue.read('p1'))?.state === 'DONE')
    expect([runs, one.reports]).toEqual([['one'], []])
  })

  it('makes a job due within a second', async () => {
    const clock = new FakeClock()
    await using bench = new Bench()
    const handle = bench.open(on(clock))
    const ran: string[] = []
    await handle.queue.add(aJob('p1', { dueAt: new Date(clock.now().getTime() + 1_800_000) }))
    await handle.work(recording(ran))
    clock.step(1_800)
    const before = clock.monotonic()
    await advanceUntil(clock, () => ran.length > 0)
    expect(clock.monotonic() - before).toBeLessThan(1.5)
  })
})

describe('a clock that is set back', () => {
  it('delays neither a job without a due time nor a retry', async () => {
    const clock = new FakeClock()
    await using bench = new Bench()
    const handle = bench.open(on(clock))
    await handle.queue.add(aJob('retried'))
    const ran: string[] = []
    await handle.work(async ({ id, memo }) => {
      ran.push(id)
      return id === 'retried' && memo['again'] === undefined
        ? { to: 'WAITING', afterSeconds: 20, memo: { again: true } }
        : { to: 'DONE', memo: {} }
    })
    await advanceUntil(clock, async () => (await handle.queue.count()).WAITING === 1 && ran.length === 1)
    await handle.queue.add(aJob('busy', { dueAt: clock.now() }))
    clock.step(-3_600)
    await handle.queue.add(aJob('now'))
    const before = clock.monotonic()
    await advanceUntil(clock, () => ran.includes('now') && ran.filter((id) => id === 'retried').length === 2)
    expect(clock.monotonic() - before).toBeLessThan(25)
  })

  it('runs a job with a due time at its time, not before', async () => {
    const clock = new FakeClock()
    await using bench = new Bench()
    const handle = bench.open(on(clock))
    const dueAt = new Date(clock.now().getTime() + 10_000)
    let ranAt = 0
    await handle.queue.add(aJob('p1', { dueAt }))
    await handle.work(async () => {
      ranAt = clock.now().getTime()
      return { to: 'DONE', memo: {} }
    })
    clock.step(-10)
    await advanceUntil(clock, () => ranAt > 0)
    expect(ranAt).toBeGreaterThanOrEqual(dueAt.getTime())
    expect(ranAt).toBeLessThan(dueAt.getTime() + 1_500)
  })
})

describe('a machine that was started again', () => {
  it('runs the jobs of its former workers, although their leases end in the future of the new uptime', async () => {
    await using bench = new Bench()
    const before = bench.open({ uptimeMs: () => 9_000_000 })
    const started = Promise.withResolvers<void>()
    const worker = await before.work(async (_job, { signal }) => {
      started.resolve()
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true })
      })
      return { to: 'WAITING', afterSeconds: 0, memo: {} }
    })
    await before.queue.add(aJob('p1'))
    await started.promise
    const after = bench.open({ uptimeMs: () => 1_000 })
    const ran: string[] = []
    await after.work(recording(ran))
    await expect.poll(async () => (await after.queue.read('p1'))?.state).toBe('DONE')
    expect(ran).toEqual(['p1'])
    await worker.stop({ withinSeconds: 0 })
  })
})
