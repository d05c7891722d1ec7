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

/** Who is gone, when these workers have made so many turns. */
const gone = (beats: Readonly<Record<string, number>>): readonly string[] => [
  ...watch.see(new Map(Object.entries(beats).map(([id, beat]) => [id, { beat, shards: [] }])), 'me'),
]

/** Looks every ten seconds. */
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

it('a worker whose beat stands still for as long as a lease is gone, and not before', async () => {
  expect(await searchFor(20, { other: 1 })).toEqual([])
  expect(await searchFor(10, { other: 1 })).toEqual(['other'])
})

it('a worker whose beat moves is there', async () => {
  for (let beat = 0; beat < 10; beat += 1) expect(await searchFor(20, { other: beat })).toEqual([])
})

it('this worker itself is never gone', async () => {
  expect(await searchFor(60, { me: 1, other: 1 })).toEqual(['other'])
})

it('who has not looked for half of that time begins to count anew: perhaps nobody reached the store', async () => {
  await searchFor(20, { other: 1 })
  await clock.advance(SECONDS / 2 + 1)
  expect(gone({ other: 1 })).toEqual([])
  expect(await searchFor(20, { other: 1 })).toEqual([])
  expect(await searchFor(10, { other: 1 })).toEqual(['other'])
})

it('who has looked just in time goes on counting', async () => {
  gone({ other: 1 })
  await clock.advance(SECONDS / 2)
  gone({ other: 1 })
  await clock.advance(SECONDS / 2)
  expect(gone({ other: 1 })).toEqual(['other'])
})

it('a worker that left and comes back with its old beat is new', async () => {
  await searchFor(20, { other: 1 })
  gone({})
  expect(await searchFor(20, { other: 1 })).toEqual([])
})
