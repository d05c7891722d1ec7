import { beforeEach, describe, expect, it } from 'vitest'

import { ManualClock } from '../__fixtures__/manual-clock.js'
import { PollRun, PollRuns } from './poll-runs.js'

let clock: ManualClock
let late: string[]
let runs: PollRuns

beforeEach(() => {
  clock = new ManualClock()
  late = []
  runs = new PollRuns({ clock, seconds: 30, onLate: ({ id }) => late.push(id) })
})

const start = (id: string): PollRun => runs.start(0, id, clock.monotonic())

describe('a poll that takes too long', () => {
  it('is abandoned after its own timeout, aborted with the reason, and removed', async () => {
    const first = start('sample:1')
    const { signal } = first
    await clock.advance(20)
    const second = start('sample:2')
    await clock.advance(10)
    expect(late).toEqual(['sample:1'])
    expect(signal.reason).toMatchObject({ timedOut: true })
    expect(String(signal.reason)).toContain('The poll of sample:1 did not end within 30 seconds')
    expect(second.signal.aborted).toBe(false)
    expect([runs.end(first), runs.size]).toEqual([false, 1])
    await clock.advance(19)
    expect(late).toHaveLength(1)
    await clock.advance(1)
    expect(late).toEqual(['sample:1', 'sample:2'])
    expect([runs.size, clock.sleeping]).toEqual([0, 0])
  })

  it('does not disable the timeout of later polls', async () => {
    const first = start('sample:1')
    await clock.advance(29)
    expect(runs.end(first)).toBe(true)
    start('sample:2')
    await clock.advance(29)
    expect(late).toEqual([])
    await clock.advance(1)
    expect(late).toEqual(['sample:2'])
  })

  it('is not abandoned twice if abandoning one poll ends another', async () => {
    const both = ['sample:1', 'sample:2'].map((id) => start(id))
    runs.close()
    runs = new PollRuns({
      clock,
      seconds: 30,
      onLate: (run) => {
        late.push(run.id)
        for (const other of inHand) runs.end(other)
      },
    })
    const inHand = both.map(({ id }) => start(id))
    await clock.advance(30)
    expect(late).toEqual(['sample:1'])
  })

  it('needs no alarm without a timeout, and none after the end', async () => {
    const patient = new PollRuns({ clock, seconds: Infinity, onLate: () => late.push('late') })
    patient.start(0, 'sample:1', 0)
    expect(clock.sleeping).toBe(0)
    start('sample:2')
    expect(clock.sleeping).toBe(1)
    runs.close()
    expect(clock.sleeping).toBe(0)
    await clock.advance(60)
    expect(late).toEqual([])
  })
})

describe('polls that are aborted', () => {
  it('all receive the reason', () => {
    const reason = new Error('enough')
    const signals = [start('sample:1'), start('sample:2')].map(({ signal }) => signal)
    runs.stopAll(reason)
    expect(signals.map((signal): unknown => signal.reason)).toEqual([reason, reason])
    runs.close()
  })

  it('receive it even if they read the signal only afterwards, and the first reason counts', () => {
    const run = new PollRun(0, 'sample:1', 0)
    run.stop('first')
    run.stop('second')
    expect(run.signal.reason).toBe('first')
    expect(run.signal).toBe(run.signal)
  })
})
