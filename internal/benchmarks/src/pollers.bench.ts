import { PollerPool } from '@social/core'

import { runBareHeap } from './measuring/bare-heap.js'
import { type Bench, median, type Row } from './measuring/row.js'

const POLLERS = 100_000
const EVERY_SECONDS = 60
/**
 * Seconds before the first measurement. With such a low load, the engine compiles some code only
 * after ten seconds.
 */
const WARM_UP_SECONDS = 15
const SECONDS = 3
/** Number of measurements. Their median hides garbage collection and other load on the machine. */
const WINDOWS = 7

function heapBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

/** Returns the CPU use in percent of one core, after the engine has compiled the code. */
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

/** Starts 2,000 polls at different times. Returns the maximum delay of a start in milliseconds. */
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

/**
 * Measures one pool with 100,000 connections. Each connection is polled once a minute, and the
 * polls do nothing.
 */
export const bench: Bench = {
  name: '100,000 polled connections',
  async run(): Promise<readonly Row[]> {
    // The ids are created before the measurement, because the application has them anyway. Only the
    // pool's own memory counts.
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
        // The pool checks for due polls every 50 ms. The timers of the machine add some delay.
        budget: { max: 60 },
      },
    ]
  },
}
