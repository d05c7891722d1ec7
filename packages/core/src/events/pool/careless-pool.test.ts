import { describe, expect, it, vi } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import { never, THROWN } from '../__fixtures__/careless.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import type { PollContext } from '../polling/poll-context.js'
import { PollerPool } from './poller-pool.js'
import type { OwnPollPoolOptions } from './pool-options.js'

/** Starts a pool. `first` maps the id of each connection to the seconds until its first poll. */
function aPool(
  poll: OwnPollPoolOptions['poll'],
  { first = { a: 0 }, ...changes }: Partial<OwnPollPoolOptions> & { first?: Record<string, number> } = {},
) {
  const clock = new ManualClock()
  const stop = new AbortController()
  const errors: unknown[] = []
  const onError = (error: unknown): unknown => errors.push(error)
  const pool = new PollerPool({ poll, clock, jitter: 0, onError, ...changes })
  for (const [id, firstInSeconds] of Object.entries(first)) pool.add(id, { firstInSeconds })
  const ended = pool.run({ signal: stop.signal }).catch((error: unknown) => error)
  return { pool, clock, stop, errors, ended }
}

// The test run also fails if one of these pools causes an unhandled rejection.
describe('A pool with faulty functions', () => {
  it.each(THROWN)(
    'continues when a poll throws %s, synchronously or later, and onError throws too',
    async (_, thrown) => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
      let polls = 0
      const { clock, stop, ended } = aPool(
        (): Promise<void> => {
          polls += 1
          if (polls % 2 === 0) throw thrown
          return Promise.reject(thrown)
        },
        {
          everySeconds: 10,
          onError: () => {
            if (polls < 3) throw thrown
            return Promise.reject(thrown)
          },
        },
      )
      await clock.advance(35)
      stop.abort(new Error('enough'))
      expect(await ended).toEqual(new Error('enough'))
      expect(polls).toBe(4)
      expect(warned).toHaveBeenCalledTimes(4)
      warned.mockRestore()
      expect(clock.sleeping).toBe(0)
    },
  )

  it('abandons a hanging poll, frees its slot, and polls the connection again', async () => {
    const started: string[] = []
    const contexts: PollContext[] = []
    const { clock, errors, stop, ended } = aPool(
      (id, context) => {
        started.push(`${id} ${clock.monotonic()}`)
        contexts.push(context)
        return id === 'hangs' ? never() : Promise.resolve()
      },
      { concurrency: 1, everySeconds: 100, deadlineSeconds: 30, first: { hangs: 1, waits: 5 } },
    )
    await clock.advance(30)
    expect(started).toEqual(['hangs 1'])
    await clock.advance(1)
    expect(started).toEqual(['hangs 1', 'waits 31'])
    expect(errors).toEqual([expect.any(NetworkError)])
    expect(errors[0]).toMatchObject({ timedOut: true, message: expect.stringContaining('The poll of hangs') })
    expect(contexts[0]?.signal.reason).toBe(errors[0])
    await clock.advance(100)
    expect(started).toEqual(['hangs 1', 'waits 31', 'hangs 131'])
    stop.abort(new Error('enough'))
    await clock.advance(30)
    expect(await ended).toEqual(new Error('enough'))
    expect(clock.sleeping).toBe(0)
    // Stopping the pool aborted a poll. The pool reports no error for this poll.
    expect(errors).toHaveLength(1)
  })

  it('ignores the late result and the late error of an abandoned poll', async () => {
    const gates: PromiseWithResolvers<{ nextInSeconds: number }>[] = []
    const { clock, errors } = aPool(
      () => {
        const gate = Promise.withResolvers<{ nextInSeconds: number }>()
        gates.push(gate)
        return gate.promise
      },
      { everySeconds: 100, deadlineSeconds: 10 },
    )
    await clock.advance(10)
    expect(errors).toHaveLength(1)
    gates[0]?.resolve({ nextInSeconds: 0 })
    await clock.advance(99)
    expect(gates).toHaveLength(1)
    await clock.advance(1)
    expect(gates).toHaveLength(2)
    await clock.advance(10)
    gates[1]?.reject(new Error('late'))
    await runReady()
    expect(errors).toHaveLength(2)
  })

  it('abandons each poll at its own timeout, and none that has ended', async () => {
    const gates = new Map<string, PromiseWithResolvers<void>>()
    const { pool, clock, errors } = aPool(
      (id) => {
        const gate = Promise.withResolvers<void>()
        gates.set(id, gate)
        return gate.promise
      },
      { everySeconds: 1000, deadlineSeconds: 10, first: { a: 0, b: 4, c: 8, d: 12 } },
    )
    const late = (): string[] => errors.map((error) => /poll of (\w+)/.exec(String(error))?.[1] ?? '')
    await clock.advance(5)
    gates.get('a')?.resolve()
    await clock.advance(8.9)
    expect(late()).toEqual([])
    await clock.advance(0.2)
    expect(late()).toEqual(['b'])
    gates.get('d')?.resolve()
    await clock.advance(20)
    expect(late()).toEqual(['b', 'c'])
    expect(pool.size).toBe(4)
  })

  it('aborts running polls, also those that read their signal later', async () => {
    const contexts: PollContext[] = []
    const gate = Promise.withResolvers<void>()
    const poll = (_: string, context: PollContext): Promise<void> => {
      contexts.push(context)
      return gate.promise
    }
    const { clock, stop, ended } = aPool(poll, { first: { a: 0, b: 0 } })
    await clock.advance(1)
    expect(contexts[0]?.signal.aborted).toBe(false)
    stop.abort(new Error('enough'))
    expect(contexts.map(({ signal }) => signal.reason)).toEqual([new Error('enough'), new Error('enough')])
    gate.resolve()
    await ended
  })

  it('ignores an invalid result', async () => {
    const answers: unknown[] = [null, 7, { nextInSeconds: 'soon' }, { nextInSeconds: Number.NaN }]
    const times: number[] = []
    const { clock, errors } = aPool(
      () => {
        times.push(clock.monotonic())
        return Promise.resolve(answers.shift() as undefined)
      },
      { everySeconds: 10, first: { a: 1 } },
    )
    await clock.advance(45)
    expect(times).toEqual([1, 11, 21, 31, 41])
    expect(errors).toEqual([])
  })
})
