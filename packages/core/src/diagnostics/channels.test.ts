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

it('every channel is found by the name that the documentation gives it', () => {
  const heard: string[] = []
  const hear = (_message: unknown, name: unknown): void => void heard.push(String(name))
  const names = ['tracing:social.operation:start', 'tracing:social.request:start', 'social.warning']
  for (const name of names) {
    subscribe(name, hear)
    stops.push(() => unsubscribe(name, hear))
  }
  channels.operation.start.publish({})
  channels.request.start.publish({})
  channels.warning.publish({})
  expect(heard).toEqual(names)
  expect(channels.request).toBe(channels.request)
})

describe('the operations channel', () => {
  it('tells when an operation begins and ends, and how long it took, but not what it gave', async () => {
    const seen = listen()
    await expect(traceOperation(event(), () => Promise.resolve('a secret'))).resolves.toBe('a secret')
    expect(seen.map(({ name }) => name)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'])
    expect(seen[3]?.event).toEqual({ ...event(), durationSeconds: expect.any(Number) })
    expect(JSON.stringify(seen)).not.toContain('a secret')
  })

  it('tells how long it took in seconds', async () => {
    const seen = listen()
    let now = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    await traceOperation(event(), async () => void (now = 3_500))
    expect(seen[3]?.event).toMatchObject({ durationSeconds: 2.5 })
  })

  it('tells what an operation failed with', async () => {
    const seen = listen()
    const error = new Error('lost')
    await expect(traceOperation(event(), () => Promise.reject(error))).rejects.toBe(error)
    expect(seen.map(({ name }) => name)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd'])
    expect(seen[2]?.event).toMatchObject({ error })
  })

  it('runs the work alone when nobody listens', async () => {
    const work = vi.fn<() => Promise<number>>(() => Promise.resolve(7))
    const quiet = event()
    await expect(traceOperation(quiet, work)).resolves.toBe(7)
    expect(quiet).toEqual(event())
  })
})

it('passes warnings to whoever listens', () => {
  const heard = vi.fn<(message: unknown) => void>()
  publishWarning({ platform: null, message: 'unheard' })
  channels.warning.subscribe(heard)
  stops.push(() => channels.warning.unsubscribe(heard))
  publishWarning({ platform: 'x', message: 'heard' })
  expect(heard.mock.calls.map(([message]) => message)).toEqual([{ platform: 'x', message: 'heard' }])
})
