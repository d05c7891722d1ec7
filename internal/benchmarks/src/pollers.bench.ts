import { PollerPool } from '@social/core'

import { runBareHeap } from './measuring/bare-heap.js'
import { type Bench, median, type Row } from './measuring/row.js'

const POLLERS = 100_000
const EVERY_SECONDS = 60
/** Warm-up: some code is compiled only after ten seconds of such a low load. */
const WARM_UP_SECONDS = 15
const SECONDS = 3
/** Number of measurements. The median counts, so that garbage collection and load do not. */
const WINDOWS = 7

function heapBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

/** Percent of a core, after compilation. */
async function percentOfCore(): Promise<number> {
  await sleep(WARM_UP_SECONDS)
  const percents: number[] = []
  while (percents.length < WINDOWS) {
    const before = process.cpuUsage()
    await sleep(SECONDS)
    const { user, system } = process.cpuUsage(before)
    percents.push((user + system) / SECONDS / 10_000)
  }
  return median(percents)
}

/** Latest start of 2,000 polls at different times, in milliseconds after their due time. */
async function maxDelay(): Promise<number> {
  const due = new Map<string, number>()
  let maxMs = 0
  const pool = new PollerPool({
    poll: async (id) => {
      const planned = due.get(id)
      if (planned !== undefined) maxMs = Math.max(maxMs, performance.now() - planned)
    },
    everySeconds: EVERY_SECONDS,
    concurrency: 1000,
  })
  for (let index = 0; index < 2000; index += 1) {
    const inSeconds = 0.5 + index / 1000
    due.set(`late:${index}`, performance.now() + inSeconds * 1000)
    pool.add(`late:${index}`, { firstInSeconds: inSeconds })
  }
  const stop = new AbortController()
  const over = pool.run({ signal: stop.signal }).catch(() => undefined)
  await sleep(4)
  stop.abort()
  await over
  return maxMs
}

/** 100,000 connections in one pool, each polled once a minute by an empty poll. */
export const bench: Bench = {
  name: '100,000 polled connections',
  async run(): Promise<readonly Row[]> {
    // The application has the ids anyway; only the pool's own memory is counted.
    const ids = Array.from({ length: POLLERS }, (_, index) => `mastodon:social.example:${index}`)
    const pool = new PollerPool({
      poll: async () => undefined,
      everySeconds: EVERY_SECONDS,
      concurrency: 1000,
    })
    const before = heapBytes()
    for (const id of ids) pool.add(id)
    const bytes = (heapBytes() - before) / POLLERS

    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => undefined)
    const percent = await percentOfCore()
    const delayMs = await maxDelay()
    stop.abort()
    await over

    let polls = 0
    const stopBare = runBareHeap(POLLERS, EVERY_SECONDS, () => {
      polls += 1
    })
    const bare = await percentOfCore()
    stopBare()
    if (polls === 0) throw new Error('The reference polled nothing.')
    return [
      { what: 'one idle connection', value: bytes, unit: 'bytes', budget: { max: 100 } },
      {
        what: `${Math.round(POLLERS / EVERY_SECONDS)} empty polls a second`,
        value: percent,
        unit: '% of a core',
        reference: { name: 'bare heap, one timer', value: bare },
        budget: { max: 2 },
      },
      {
        what: 'maximum lateness of 2,000 polls',
        value: delayMs,
        unit: 'ms',
        // A tick of 50 ms, plus the machine's own timers.
        budget: { max: 60 },
      },
    ]
  },
}
