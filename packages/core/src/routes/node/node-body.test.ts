import { PassThrough } from 'node:stream'

import { describe, expect, it } from 'vitest'

import type { Clock } from '../../contract/index.js'
import { readNodeBody } from './node-body.js'

/** Makes a clock that records its timers. */
function aClock() {
  const alarms: (AbortSignal | undefined)[] = []
  const clock: Clock = {
    now: () => new Date(0),
    monotonic: () => 0,
    sleep: (_seconds, options) => {
      alarms.push(options?.signal)
      return new Promise(() => {})
    },
  }
  return { clock, alarms }
}

describe('the body of a request that was read', () => {
  it.each([
    ['to its end', 100],
    ['until it was too big', 3],
  ])('leaves no alarm and no listener, read %s', async (_how, maxBodyBytes) => {
    const { clock, alarms } = aClock()
    const body = new PassThrough()
    const reading = readNodeBody(body, { maxBodyBytes, maxBodySeconds: 10, client: { clock } })
    body.end('hello')

    await reading

    expect(alarms.map((alarm) => alarm?.aborted)).toEqual([true])
    expect(body.listenerCount('data')).toBe(0)
    // With a limit of 3 bytes the body is refused, and its rest is not read.
    expect(body.isPaused()).toBe(maxBodyBytes === 3)
  })

  it('leaves no alarm when the visitor disconnects, and rejects with the reason', async () => {
    const { clock, alarms } = aClock()
    const body = new PassThrough()
    const gone = new Error('the visitor closed the page')
    const reading = readNodeBody(body, { maxBodyBytes: 10, maxBodySeconds: 10, client: { clock } })
    body.write('hel')
    body.destroy(gone)

    await expect(reading).rejects.toBe(gone)
    expect(alarms.map((alarm) => alarm?.aborted)).toEqual([true])
  })

  it('is complete, in chunks of any size', async () => {
    const { clock } = aClock()
    const body = new PassThrough()
    const reading = readNodeBody(body, { maxBodyBytes: 5, maxBodySeconds: 10, client: { clock } })
    for (const part of ['he', 'l', 'lo']) body.write(part)
    body.end()

    expect(Buffer.from((await reading) as Uint8Array).toString()).toBe('hello') // safe cast: the body is within the limit, so it is not refused
  })
})
