import { afterEach, expect, it, vi } from 'vitest'

import { Bell } from './bell.js'

afterEach(() => void vi.useRealTimers())

/** Seconds that no test takes. */
const FOR_EVER_SECONDS = 1_000

it('ends the wait of all waiters', async () => {
  const bell = new Bell()
  const waiting = bell.wait(FOR_EVER_SECONDS)
  bell.ring()
  await expect(waiting).resolves.toBeUndefined()
})

it('leaves no timer after it has rung, which would keep the process alive', async () => {
  vi.useFakeTimers()
  const bell = new Bell()
  const waiting = bell.wait(FOR_EVER_SECONDS)
  expect(vi.getTimerCount()).toBe(1)
  bell.ring()
  await waiting
  expect(vi.getTimerCount()).toBe(0)
})

it('also ends a wait that starts after it has rung', async () => {
  const bell = new Bell()
  bell.ring()
  await expect(bell.wait(FOR_EVER_SECONDS)).resolves.toBeUndefined()
})

it('is waited for again after quiet', async () => {
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

it('ends a wait at its timeout if it does not ring', async () => {
  vi.useFakeTimers()
  let isOver = false
  const waiting = new Bell().wait(2).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  await waiting
})
