import { beforeEach, expect, it, vi } from 'vitest'

import { ManualClock, runReady } from '../../events/__fixtures__/manual-clock.js'
import { within } from './within.js'

let clock: ManualClock

const madeError = (): Error => new Error('made here')

beforeEach(() => {
  clock = new ManualClock()
})

it('returns the result or the failure and leaves no alarm', async () => {
  expect(await within('now', { clock, seconds: 5 })).toBe('now')
  expect(await within(Promise.resolve('soon'), { clock, seconds: 5 })).toBe('soon')
  await expect(within(Promise.reject(new Error('no')), { clock, seconds: 5 })).rejects.toThrow('no')
  expect(clock.sleeping).toBe(0)
})

it('rejects when the time is up, and passes a later result to onLate', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const onLate = vi.fn<(late: string) => void>()
  const waiting = within(promise, { clock, seconds: 5, onLate })
  void clock.advance(5)
  await expect(waiting).rejects.toMatchObject({ timedOut: true })
  resolve('late')
  await runReady()
  expect(onLate).toHaveBeenCalledExactlyOnceWith('late')
})

it('rejects with the error of tooLate and drops a later failure', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  const waiting = within(promise, { clock, seconds: 5, tooLate: madeError })
  void clock.advance(5)
  await expect(waiting).rejects.toThrow('made here')
  reject(new Error('dropped'))
  await runReady()
})

it('ends with the signal, also if it was aborted before', async () => {
  const controller = new AbortController()
  const never = new Promise(() => {})
  const waiting = within(never, { clock, seconds: 5, signal: controller.signal })
  controller.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(within(never, { clock, seconds: 5, signal: controller.signal })).rejects.toThrow('stopped')
  expect(clock.sleeping).toBe(0)
})
