import { afterEach, expect, it, vi } from 'vitest'

import { Bell } from './bell.js'

afterEach(() => void vi.useRealTimers())

/** Longer than any test may take. */
const FOR_EVER_SECONDS = 1_000

it('ends the wait of whoever waits', async () => {
  const bell = new Bell()
  const waiting = bell.wait(FOR_EVER_SECONDS)
  bell.ring()
  await expect(waiting).resolves.toBeUndefined()
})

it('leaves no timer behind when it has rung, which would keep the process', async () => {
  vi.useFakeTimers()
  const bell = new Bell()
  const waiting = bell.wait(FOR_EVER_SECONDS)
  expect(vi.getTimerCount()).toBe(1)
  bell.ring()
  await waiting
  expect(vi.getTimerCount()).toBe(0)
})

it('is heard by whoever comes after it has rung', async () => {
  const bell = new Bell()
  bell.ring()
  await expect(bell.wait(FOR_EVER_SECONDS)).resolves.toBeUndefined()
})

it('is waited for again once it is quiet', async () => {
  const bell = new Bell()
  bell.ring()
  bell.quiet()
  let isOver = false
  const waiting = bell.wait(FOR_EVER_SECONDS).then(() => (isOver = true))
  await Promise.resolve()
  expect(isOver).toBe(false)
  bell.ring()
  await waiting
})

it('that nobody rings keeps everybody as long as was said, and no longer', async () => {
  vi.useFakeTimers()
  let isOver = false
  const waiting = new Bell().wait(2).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  await waiting
})
