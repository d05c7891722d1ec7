import { expect, it } from 'vitest'

import { HandlerRun } from './handler-run.js'

const reason = new Error('The claim is lost.')

it('a handler has an aborted signal after a stop, even if it reads the signal only afterwards', () => {
  const early = new HandlerRun(undefined)
  const { signal } = early
  expect(signal.aborted).toBe(false)
  early.stop(reason)
  expect(signal.reason).toBe(reason)

  const late = new HandlerRun(undefined)
  late.stop(reason)
  late.stop(new Error('again'))
  expect(late.signal.reason).toBe(reason)
})

it('a handler has one signal', () => {
  const run = new HandlerRun(new AbortController().signal)
  expect(run.signal).toBe(run.signal)
})

it('the signal of a handler is aborted with the delivery', () => {
  const caller = new AbortController()
  const { signal } = new HandlerRun(caller.signal)
  caller.abort(reason)
  expect(signal.reason).toBe(reason)
})

it('the signal of the caller is not aborted when one handler is stopped', () => {
  const caller = new AbortController()
  const run = new HandlerRun(caller.signal)
  const { signal } = run
  run.stop(reason)
  expect([signal.aborted, caller.signal.aborted]).toEqual([true, false])
})
