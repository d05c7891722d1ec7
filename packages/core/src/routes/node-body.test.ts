import { PassThrough } from 'node:stream'

import { describe, expect, it } from 'vitest'

import type { Clock } from '../contract/index.js'
import { readNodeBody } from './node-body.js'

/** A clock that notes the alarms that are set on it. */
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
  ])('leaves no alarm and no listener behind, read %s', async (_how, biggestBodyBytes) => {
    const { clock, alarms } = aClock()
    const body = new PassThrough()
    const reading = readNodeBody(body, { biggestBodyBytes, slowestBodySeconds: 10, client: { clock } })
    body.end('hello')

    await reading

    expect(alarms.map((alarm) => alarm?.aborted)).toEqual([true])
    expect(body.listenerCount('data')).toBe(0)
  })
})
