import { PollerPool } from '@social/core'

import type { Bench, Row } from './row.js'

const POLLERS = 100_000
const SECONDS = 10

function heapBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

/** 100,000 connections in one pool, each polled once a minute by a poll that does nothing. */
export const bench: Bench = {
  name: '100,000 polled connections',
  async run(): Promise<readonly Row[]> {
    // The ids are the application's own; only what the pool adds to them is counted.
    const ids = Array.from({ length: POLLERS }, (_, index) => `mastodon:social.example:${index}`)
    const latest: number[] = []
    const due = new Map<string, number>()
    const pool = new PollerPool({
      poll: async (id) => {
        const planned = due.get(id)
        if (planned !== undefined) latest.push(performance.now() - planned)
      },
      everySeconds: 60,
      atOnce: 1000,
    })
    const before = heapBytes()
    for (const id of ids) pool.add(id)
    const bytes = (heapBytes() - before) / POLLERS

    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => undefined)
    await sleep(1)
    const cpu = process.cpuUsage()
    await sleep(SECONDS)
    const { user, system } = process.cpuUsage(cpu)

    // What is added now is due at a moment that is known.
    for (let index = 0; index < 2000; index += 1) {
      const inSeconds = 0.5 + index / 1000
      due.set(`late:${index}`, performance.now() + inSeconds * 1000)
      pool.add(`late:${index}`, { firstInSeconds: inSeconds })
    }
    await sleep(4)
    stop.abort()
    await over
    return [
      { what: 'one idle connection', value: bytes, unit: 'bytes', budget: { most: 250 } },
      {
        what: `${Math.round(POLLERS / 60)} polls a second that do nothing`,
        value: (user + system) / SECONDS / 10_000,
        unit: '% of a core',
        budget: { most: 0.6 },
      },
      {
        what: 'latest of 2,000 polls',
        value: latest.reduce((most, late) => Math.max(most, late), 0),
        unit: 'ms',
        // A tick of 50 ms, and what the machine's own timers add.
        budget: { most: 60 },
      },
    ]
  },
}
