import { beforeEach, expect, it } from 'vitest'

import { ManualClock } from '../__fixtures__/manual-clock.js'
import { DeadWorkerDetector } from './dead-workers.js'

const SECONDS = 30

let clock: ManualClock
let watch: DeadWorkerDetector

beforeEach(() => {
  clock = new ManualClock()
  watch = new DeadWorkerDetector(clock, SECONDS)
})

/**
 * Checks the roster once, and returns the ids of the dead workers. `beats` contains each worker's
 * heartbeat.
 */
const gone = (beats: Readonly<Record<string, number>>): readonly string[] => [
  ...watch.see(new Map(Object.entries(beats).map(([id, beat]) => [id, { beat, shards: [] }])), 'me'),
]

/** Checks the roster every ten seconds for `seconds`, and returns the result of the last check. */
async function searchFor(
  seconds: number,
  beats: Readonly<Record<string, number>>,
): Promise<readonly string[]> {
  let found = gone(beats)
  for (let passed = 0; passed < seconds; passed += 10) {
    await clock.advance(10)
    found = gone(beats)
  }
  return found
}

it('a worker is dead when its heartbeat has not changed for a lease, and not before', async () => {
  expect(await searchFor(20, { other: 1 })).toEqual([])
  expect(await searchFor(10, { other: 1 })).toEqual(['other'])
})

it('a worker with a changing heartbeat is alive', async () => {
  for (let beat = 0; beat < 10; beat += 1) expect(await searchFor(20, { other: beat })).toEqual([])
})

it('this worker itself is never dead', async () => {
  expect(await searchFor(60, { me: 1, other: 1 })).toEqual(['other'])
})

it('a worker that has not checked for half of that time restarts the count', async () => {
  await searchFor(20, { other: 1 })
  await clock.advance(SECONDS / 2 + 1)
  expect(gone({ other: 1 })).toEqual([])
  expect(await searchFor(20, { other: 1 })).toEqual([])
  expect(await searchFor(10, { other: 1 })).toEqual(['other'])
})

it('a worker that has checked just in time continues the count', async () => {
  gone({ other: 1 })
  await clock.advance(SECONDS / 2)
  gone({ other: 1 })
  await clock.advance(SECONDS / 2)
  expect(gone({ other: 1 })).toEqual(['other'])
})

it('a worker that left and returns with its old heartbeat counts as new', async () => {
  await searchFor(20, { other: 1 })
  gone({})
  expect(await searchFor(20, { other: 1 })).toEqual([])
})
