import { PollerPool } from '@social/core'

import { runBareHeap } from './bare-heap.js'
import type { Bench, Row } from './row.js'

const POLLERS = 100_000
const EVERY_SECONDS = 60
const WARM_UP_SECONDS = 5
const SECONDS = 10

function heapBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

/** Percent of a core, once everything is compiled. */
async function percentOfCore(): Promise<number> {
  await sleep(WARM_UP_SECONDS)
  const before = process.cpuUsage()
  await sleep(SECONDS)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / SECONDS / 10_000
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
      everySeconds: EVERY_SECONDS,
      atOnce: 1000,
    })
    const before = heapBytes()
    for (const id of ids) pool.add(id)
    const bytes = (heapBytes() - before) / POLLERS

    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => undefined)
    const percent = await percentOfCore()

    // What is added now is due at a moment that is known.
    for (let index = 0; index < 2000; index += 1) {
      const inSeconds = 0.5 + index / 1000
      due.set(`late:${index}`, performance.now() + inSeconds * 1000)
      pool.add(`late:${index}`, { firstInSeconds: inSeconds })
    }
    await sleep(4)
    stop.abort()
    await over
    const lateBy = latest.reduce((most, late) => Math.max(most, late), 0)

    let polls = 0
    const stopBare = runBareHeap(POLLERS, EVERY_SECONDS, () => {
      polls += 1
    })
    const bare = await percentOfCore()
    stopBare()
    if (polls === 0) throw new Error('The reference polled nothing.')
    return [
      { what: 'one idle connection', value: bytes, unit: 'bytes', budget: { most: 100 } },
      {
        what: `${Math.round(POLLERS / EVERY_SECONDS)} polls a second that do nothing`,
        value: percent,
        unit: '% of a core',
        reference: { name: 'bare heap, one timer', value: bare },
        budget: { most: 2 },
      },
      {
        what: 'latest of 2,000 polls',
        value: lateBy,
        unit: 'ms',
        // A tick of 50 ms, and what the machine's own timers add.
        budget: { most: 60 },
      },
    ]
  },
}
