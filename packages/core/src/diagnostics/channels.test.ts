import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { channels, publishWarning, traceOperation } from './channels.js'

const stops: (() => unknown)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function listen(): { readonly name: string; readonly event: unknown }[] {
  const seen: { name: string; event: unknown }[] = []
  const handlerFor = (name: string) => (event: object) => void seen.push({ name, event: { ...event } })
  const handlers = {
    start: handlerFor('start'),
    end: handlerFor('end'),
    asyncStart: handlerFor('asyncStart'),
    asyncEnd: handlerFor('asyncEnd'),
    error: handlerFor('error'),
  }
  const channel = tracingChannel('social.operation')
  channel.subscribe(handlers)
  stops.push(() => channel.unsubscribe(handlers))
  return seen
}

const event = () => ({ platform: 'x', connectionId: 'x:1', operation: 'post' })

it('every channel has the documented name', () => {
  const received: string[] = []
  const receive = (_message: unknown, name: unknown): void => void received.push(String(name))
  const names = ['tracing:social.operation:start', 'tracing:social.request:start', 'social.warning']
  for (const name of names) {
    subscribe(name, receive)
    stops.push(() => unsubscribe(name, receive))
  }
  channels.operation.start.publish({})
  channels.request.start.publish({})
  channels.warning.publish({})
  expect(received).toEqual(names)
  expect(channels.request).toBe(channels.request)
})

describe('the operations channel', () => {
  it('reports the start, the end and the duration of an operation, but not its result', async () => {
    const seen = listen()
    await expect(traceOperation(event(), () => Promise.resolve('a secret'))).resolves.toBe('a secret')
    expect(seen.map(({ name }) => name)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'])
    expect(seen[3]?.event).toEqual({ ...event(), durationSeconds: expect.any(Number) })
    expect(JSON.stringify(seen)).not.toContain('a secret')
  })

  it('reports the duration in seconds', async () => {
    const seen = listen()
    let now = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    await traceOperation(event(), async () => void (now = 3_500))
    expect(seen[3]?.event).toMatchObject({ durationSeconds: 2.5 })
  })

  it('reports the error of an operation', async () => {
    const seen = listen()
    const error = new Error('lost')
    await expect(traceOperation(event(), () => Promise.reject(error))).rejects.toBe(error)
    expect(seen.map(({ name }) => name)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd'])
    expect(seen[2]?.event).toMatchObject({ error })
  })

  it('only runs the work without subscribers', async () => {
    const work = vi.fn<() => Promise<number>>(() => Promise.resolve(7))
    const quiet = event()
    await expect(traceOperation(quiet, work)).resolves.toBe(7)
    expect(quiet).toEqual(event())
  })
})

it('passes warnings to subscribers', () => {
  const received = vi.fn<(message: unknown) => void>()
  publishWarning({ platform: null, message: 'unheard' })
  channels.warning.subscribe(received)
  stops.push(() => channels.warning.unsubscribe(received))
  publishWarning({ platform: 'x', message: 'heard' })
  expect(received.mock.calls.map(([message]) => message)).toEqual([{ platform: 'x', message: 'heard' }])
})
