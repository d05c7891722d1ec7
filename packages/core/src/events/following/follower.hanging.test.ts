import { describe, expect, it } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import type { ListenContext } from '../polling/polled-account.js'
import { Follower } from './follower.js'

const never = <T>(): Promise<T> => new Promise<T>(() => undefined)

/** Follows an account whose stream and markers are given by the test. */
function following(
  listen: (context: ListenContext) => AsyncIterable<Update>,
  markers: Pick<InMemoryMarkers, 'load' | 'save'> = new InMemoryMarkers(),
) {
  const clock = new ManualClock()
  const errors: unknown[] = []
  const stop = new AbortController()
  const account = {
    id: 'fake:1',
    can: () => true,
    fetchUpdatesAfter: async (): Promise<UpdateBatch> => ({ updates: [], marker: null, more: false }),
    listen,
  }
  const follower = new Follower({
    account,
    markers,
    dispatcher: { deliver: () => undefined },
    clock,
    deadlineSeconds: 30,
    signal: stop.signal,
    onError: (error) => void errors.push(error),
  })
  const running = follower.runForever()
  running.catch(() => undefined)
  return { clock, errors, stop, running }
}

async function* savingOnce({ saveMarker }: ListenContext): AsyncGenerator<Update> {
  yield anUpdate({ id: '1', connectionId: 'fake:1' })
  await saveMarker('1')
}

const silent = (): AsyncIterable<Update> => ({ [Symbol.asyncIterator]: () => ({ next: never }) })

const stubborn = (): AsyncIterable<Update> => ({
  [Symbol.asyncIterator]: () => ({ next: never, return: never }),
})

describe('a follower that waits for a promise that stays pending', () => {
  it('ends when it is stopped, even if the stream does not respond', async () => {
    const { clock, stop, running } = following(silent)
    await runReady()
    stop.abort(new Error('enough'))
    await clock.advance(5)
    await expect(running).rejects.toThrow('enough')
  })

  it('waits five seconds for a stream that does not close', async () => {
    const { clock, stop, running } = following(stubborn)
    await runReady()
    let hasEnded = false
    running.catch(() => (hasEnded = true))
    stop.abort(new Error('enough'))
    await clock.advance(4)
    expect(hasEnded).toBe(false)
    await clock.advance(2)
    expect(hasEnded).toBe(true)
  })

  it('reports a marker that is not loaded in time, and continues', async () => {
    const { clock, errors, stop, running } = following(silent, { load: never, save: never })
    await runReady()
    await clock.advance(31)
    expect(errors).toEqual([expect.any(NetworkError)])
    expect(errors[0]).toMatchObject({
      timedOut: true,
      message: expect.stringContaining('Loading the marker'),
    })
    stop.abort(new Error('enough'))
    await clock.advance(100)
    await expect(running).rejects.toThrow('enough')
  })

  it('ends when it is stopped during the load of a marker', async () => {
    const { stop, running } = following(silent, { load: never, save: never })
    await runReady()
    stop.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
  })

  it('reports a marker that is not saved in time', async () => {
    const { clock, errors, stop, running } = following(savingOnce, { load: async () => null, save: never })
    await runReady()
    await clock.advance(31)
    expect(errors[0]).toMatchObject({ timedOut: true, message: expect.stringContaining('Saving the marker') })
    stop.abort(new Error('enough'))
    await clock.advance(100)
    await expect(running).rejects.toThrow('enough')
  })
})
