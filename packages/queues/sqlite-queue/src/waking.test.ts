import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { aJob, Bench, recording } from './__fixtures__/bench.js'
import { Bell } from './worker/bell.js'

describe('an idle worker', () => {
  it('is woken by a job of another process, before its next poll', async () => {
    const clock = new FakeClock()
    await using bench = new Bench()
    const ran: string[] = []
    await bench.open({ clock }).work(recording(ran))
    const other = bench.open()
    // The first poll is over. The next one is a second away, and this clock does not advance by itself.
    await expect.poll(() => clock.sleeping).toContain(1)
    await other.queue.add(aJob('p1', { dueAt: clock.now() }))
    const before = clock.monotonic()
    await expect
      .poll(async () => {
        if (clock.monotonic() - before < 0.9) await clock.advance(0.01)
        return ran
      })
      .toEqual(['p1'])
  })

  it('reads the file once a second, and writes nothing', async () => {
    const clock = new FakeClock()
    await using bench = new Bench()
    const handle = bench.open({ clock })
    await handle.work(recording([]))
    await expect.poll(() => clock.sleeping).toContain(1)
    const changes = (): unknown => handle.file.quick.row('SELECT total_changes() AS changes')?.['changes']
    const before = changes()
    await clock.advance(1)
    await expect.poll(() => clock.sleeping).toContain(1)
    expect(changes()).toBe(before)
  })
})

describe('a bell', () => {
  it('does not fail if the operating system watches no file', async () => {
    const clock = new FakeClock()
    let rings = 0
    const bell = new Bell(clock, () => (rings += 1))
    bell.open('/missing/jobs.db')
    await clock.advance(1)
    bell.close()
    expect(rings).toBe(0)
  })
})
