import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { TransportBody } from '../types.js'
import { aTransportRequest } from './__fixtures__/loopback.js'
import { Exchange } from './exchange.js'
import { TimeOutError } from './transport-errors.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An exchange that has begun, and whatever undici is told. */
function begun(body: TransportBody, timeoutSeconds?: number) {
  const aborted: unknown[] = []
  const limit = timeoutSeconds === undefined ? {} : { timeoutSeconds }
  const request = aTransportRequest({ url: 'http://a.example/x', body, stallSeconds: 10, ...limit })
  const exchange = new Exchange(
    request,
    '/x',
    () => {},
    () => {},
  )
  const abort = (error: unknown): void => void aborted.push(error)
  exchange.onRequestStart({ abort } as never) // only what is called here
  return { exchange, aborted }
}

/** Takes all of the body, as undici does. */
async function leave({ dispatchOptions: { body } }: Exchange): Promise<void> {
  if (body === null || body instanceof Uint8Array) return
  for await (const chunk of body) expect(chunk.length).toBeGreaterThan(0)
}

const source = {
  length: 3,
  async *open() {
    yield new Uint8Array(3)
  },
}

describe.each([
  ['without a body', null],
  ['with a body of bytes', new Uint8Array(3)],
  ['with a body that is read in pieces', source],
])('a request bounded by silence, %s', (_what, body) => {
  it('is given up when its head does not come, however much trickles', async () => {
    const { exchange, aborted } = begun(body)
    await leave(exchange)
    for (let second = 0; second < 19; second += 1) {
      exchange.onResponseStart(null, 102, {})
      vi.advanceTimersByTime(1000)
    }
    expect(aborted).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(aborted).toEqual([expect.any(TimeOutError)])
  })

  it('has its time for the reply from where the head has come', async () => {
    const { exchange, aborted } = begun(body)
    await leave(exchange)
    vi.advanceTimersByTime(19_000)
    exchange.onResponseStart(null, 200, {})
    vi.advanceTimersByTime(9_999)
    expect(aborted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(aborted).toEqual([expect.any(TimeOutError)])
  })
})

it('counts no time while a body is still leaving', () => {
  const { aborted } = begun(source)
  vi.advanceTimersByTime(1_000_000)
  expect(aborted).toEqual([])
})

it('is bounded by its own time alone where it has one', () => {
  const { exchange, aborted } = begun(null, 30)
  exchange.onResponseStart(null, 200, {})
  vi.advanceTimersByTime(29_999)
  expect(aborted).toEqual([])
  vi.advanceTimersByTime(1)
  expect(aborted).toEqual([expect.any(TimeOutError)])
})
