import { readFileSync } from 'node:fs'

import { describe, expect, it, vi } from 'vitest'

import type { SeenUpdates } from '../../contract/index.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { Dispatcher } from './dispatcher.js'
import { InMemorySeenUpdates } from './in-memory-seen.js'

function aDispatcher(clock = new ManualClock()) {
  const seen = new InMemorySeenUpdates({ clock })
  return { clock, seen, dispatcher: new Dispatcher({ seen, clock }) }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )
}

describe('Dispatcher', () => {
  // Holds R-0249.
  it('runs the handlers of the kind in order, then those for any', async () => {
    const { dispatcher } = aDispatcher()
    const ran: string[] = []
    dispatcher.onAny(() => void ran.push('any'))
    dispatcher.on('COMMENT_CREATED', async () => {
      await runReady()
      ran.push('first')
    })
    dispatcher.on('COMMENT_CREATED', () => void ran.push('second'))
    dispatcher.on('MENTION', () => void ran.push('other'))

    await dispatcher.deliver(anUpdate())

    expect(ran).toEqual(['first', 'second', 'any'])
  })

  it('removes a handler', async () => {
    const { dispatcher } = aDispatcher()
    const handler = vi.fn<() => void>()
    const off = dispatcher.on('COMMENT_CREATED', handler)
    off()
    off()
    await dispatcher.deliver(anUpdate())
    expect(handler).not.toHaveBeenCalled()
  })

  it('refuses a kind that does not exist', () => {
    expect(() => new Dispatcher().on('COMMENT' as 'MENTION', () => {})).toThrow(ConfigError)
  })

  // Holds R-0251.
  it('skips updates that were already handled, and separates accounts and networks', async () => {
    const { dispatcher } = aDispatcher()
    const handler = vi.fn<() => void>()
    dispatcher.onAny(handler)
    await dispatcher.deliver(anUpdate())
    await dispatcher.deliver(anUpdate())
    expect(handler).toHaveBeenCalledTimes(1)

    await dispatcher.deliver(anUpdate({ connectionId: 'fake:43' }))
    await dispatcher.deliver(anUpdate({ platform: 'other', connectionId: 'other:42' }))
    expect(handler).toHaveBeenCalledTimes(3)
  })

  it('remembers an update without handlers', async () => {
    const { dispatcher } = aDispatcher()
    await dispatcher.deliver(anUpdate())
    const late = vi.fn<() => void>()
    dispatcher.onAny(late)
    await dispatcher.deliver(anUpdate())
    expect(late).not.toHaveBeenCalled()
  })

  // Holds R-0250, R-0252, R-0253.
  it('runs every handler when one fails, throws an AggregateError even for one failure, and forgets the update', async () => {
    const { dispatcher } = aDispatcher()
    const boom = new Error('boom')
    const handler = vi.fn<() => void>()
    dispatcher.on('COMMENT_CREATED', () => {
      if (handler.mock.calls.length === 0) throw boom
    })
    dispatcher.on('COMMENT_CREATED', handler)

    const failure = await failureOf(dispatcher.deliver(anUpdate()))
    expect(failure).toBeInstanceOf(AggregateError)
    expect((failure as AggregateError).errors).toEqual([boom])
    expect(handler).toHaveBeenCalledTimes(1)

    await dispatcher.deliver(anUpdate())
    expect(handler).toHaveBeenCalledTimes(2)
    await dispatcher.deliver(anUpdate())
    expect(handler).toHaveBeenCalledTimes(2)
  })

  it('collects every failure', async () => {
    const dispatcher = new Dispatcher()
    dispatcher.onAny(() => Promise.reject(new Error('one')))
    dispatcher.onAny(() => Promise.reject(new Error('two')))
    const failure = await failureOf(dispatcher.deliver(anUpdate()))
    expect((failure as AggregateError).errors.map(String)).toEqual(['Error: one', 'Error: two'])
  })

  it('refuses a copy that comes while the first is being handled', async () => {
    const { dispatcher } = aDispatcher()
    const gate = Promise.withResolvers<void>()
    const handler = vi.fn<() => Promise<void>>(() => gate.promise)
    dispatcher.onAny(handler)
    const first = dispatcher.deliver(anUpdate())
    await runReady()

    const second = await failureOf(dispatcher.deliver(anUpdate()))

    expect(second).toBeInstanceOf(UpdateBusyError)
    expect((second as UpdateBusyError).retryAfter).toBe(5)
    gate.resolve()
    await first
    await dispatcher.deliver(anUpdate())
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('keeps its claim while a handler takes longer than the lease, and leaves no timer', async () => {
    const { clock, seen, dispatcher } = aDispatcher()
    const gate = Promise.withResolvers<void>()
    dispatcher.onAny(() => gate.promise)
    const first = dispatcher.deliver(anUpdate())
    await clock.advance(200)

    await expect(dispatcher.deliver(anUpdate())).rejects.toBeInstanceOf(UpdateBusyError)

    gate.resolve()
    await first
    await runReady()
    expect(clock.sleeping).toBe(0)
    expect(await seen.claim('fake 7 fake:42 update-1', { leaseSeconds: 1 })).toEqual({ state: 'SEEN' })
  })

  it('delivers an update of a dead worker to the next worker after the lease', async () => {
    const { clock, seen, dispatcher } = aDispatcher()
    await seen.claim('fake 7 fake:42 update-1', { leaseSeconds: 60 })
    await expect(dispatcher.deliver(anUpdate())).rejects.toBeInstanceOf(UpdateBusyError)
    await clock.advance(60)
    await dispatcher.deliver(anUpdate())
  })

  it('rejects with the plain reason when it is aborted, and forgets the update', async () => {
    const { dispatcher } = aDispatcher()
    const stop = new AbortController()
    const second = vi.fn<() => void>()
    dispatcher.onAny(() => stop.abort(new Error('shutting down')))
    dispatcher.onAny(second)

    await expect(dispatcher.deliver(anUpdate(), { signal: stop.signal })).rejects.toThrow('shutting down')
    expect(second).not.toHaveBeenCalled()
    await expect(dispatcher.deliver(anUpdate(), { signal: stop.signal })).rejects.toThrow('shutting down')

    await dispatcher.deliver(anUpdate())
    expect(second).toHaveBeenCalledTimes(1)
  })

  it('adds the error of a store that cannot release the claim', async () => {
    const seen: SeenUpdates = {
      claim: () => Promise.resolve({ state: 'CLAIMED', claim: '1' }),
      extend: () => Promise.resolve(),
      confirm: () => Promise.resolve(),
      release: () => Promise.reject(new Error('store is down')),
    }
    const dispatcher = new Dispatcher({ seen, clock: new ManualClock() })
    dispatcher.onAny(() => Promise.reject(new Error('boom')))
    const failure = await failureOf(dispatcher.deliver(anUpdate()))
    expect(failure).toMatchObject({
      errors: [new Error('boom'), { code: 'PORT', cause: new Error('store is down') }],
    })
  })

  it('can be passed as a callback', async () => {
    const { dispatcher } = aDispatcher()
    const handler = vi.fn<() => void>()
    dispatcher.onAny(handler)
    const { deliver } = dispatcher
    await deliver(anUpdate())
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('refuses an invalid signal before any handler runs', async () => {
    const dispatcher = new Dispatcher()
    const handler = vi.fn<() => void>()
    dispatcher.onAny(handler)
    for (const signal of [{}, 5, Symbol('s'), { aborted: false, addEventListener() {} }])
      await expect(dispatcher.deliver(anUpdate(), { signal: signal as never })).rejects.toThrow(ConfigError) // on purpose
    expect(handler).not.toHaveBeenCalled()
  })

  it('requires a positive lease', () => {
    expect(() => new Dispatcher({ leaseSeconds: 0 })).toThrow(ConfigError)
  })
})

// Holds R-0255.
it('the guide states that handlers must be safe to repeat', () => {
  const guide = readFileSync(new URL('../../../../../docs/guides/updates.md', import.meta.url), 'utf8')
  expect(guide).toMatch(/new Dispatcher[\s\S]*\*\*Handlers must be safe to repeat\.\*\*/)
})
