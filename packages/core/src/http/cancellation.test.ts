import { getEventListeners } from 'node:events'

import { expect, it, vi } from 'vitest'

import { SignalCancellation } from './cancellation.js'

it('a signal notifies its listeners with the reason', () => {
  const stop = new AbortController()
  const cancellation = new SignalCancellation(stop.signal)
  const listener = { handleEvent: vi.fn<() => void>() }
  cancellation.addListener(listener)
  expect([cancellation.aborted, cancellation.reason, cancellation.signal]).toEqual([
    false,
    undefined,
    stop.signal,
  ])

  stop.abort('enough')
  expect([cancellation.aborted, cancellation.reason]).toEqual([true, 'enough'])
  expect(listener.handleEvent).toHaveBeenCalledOnce()
})

it('removed listeners are not notified and leave nothing on the signal', () => {
  const stop = new AbortController()
  const cancellation = new SignalCancellation(stop.signal)
  const listener = { handleEvent: vi.fn<() => void>() }
  cancellation.addListener(listener)
  cancellation.removeListener(listener)
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])

  stop.abort()
  expect(listener.handleEvent).not.toHaveBeenCalled()
})
