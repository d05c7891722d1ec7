import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { TransportBody } from '../types.js'
import { aTransportRequest } from './__fixtures__/loopback.js'
import { Exchange } from './exchange.js'
import { TimeOutError } from './transport-errors.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts an exchange, and records the errors with which it aborts undici's request. */
function startExchange(body: TransportBody, timeoutSeconds?: number) {
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
  exchange.onRequestStart({ abort } as never) // safe cast: this test calls only `abort`
  return { exchange, aborted }
}

/** Reads the whole body as undici would. */
async function readBody({ dispatchOptions: { body } }: Exchange): Promise<void> {
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
  ['with a body from a source', source],
])('a request with an inactivity limit, %s', (_what, body) => {
  it('is aborted if its header does not arrive, even if single bytes arrive', async () => {
    const { exchange, aborted } = startExchange(body)
    await readBody(exchange)
    for (let second = 0; second < 19; second += 1) {
      exchange.onResponseStart(null, 102, {})
      vi.advanceTimersByTime(1000)
    }
    expect(aborted).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(aborted).toEqual([expect.any(TimeOutError)])
  })

  it('has the time limit of the body from the arrival of the header', async () => {
    const { exchange, aborted } = startExchange(body)
    await readBody(exchange)
    vi.advanceTimersByTime(19_000)
    exchange.onResponseStart(null, 200, {})
    vi.advanceTimersByTime(9_999)
    expect(aborted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(aborted).toEqual([expect.any(TimeOutError)])
  })
})

it('does not count time while a body is being sent', () => {
  const { aborted } = startExchange(source)
  vi.advanceTimersByTime(1_000_000)
  expect(aborted).toEqual([])
})

it('uses only its own timeout if it has one', () => {
  const { exchange, aborted } = startExchange(null, 30)
  exchange.onResponseStart(null, 200, {})
  vi.advanceTimersByTime(29_999)
  expect(aborted).toEqual([])
  vi.advanceTimersByTime(1)
  expect(aborted).toEqual([expect.any(TimeOutError)])
})
