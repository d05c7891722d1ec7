import { describe, expect, it } from 'vitest'

import type { ClaimResult } from '../../contract/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { Dispatcher } from './dispatcher.js'
import { InMemorySeenUpdates } from './in-memory-seen.js'

describe('The store in memory', () => {
  // Holds R-0083.
  it('is called through its methods if one of them was replaced', async () => {
    class Counted extends InMemorySeenUpdates {
      asked = 0
      override claim(...args: Parameters<InMemorySeenUpdates['claim']>): Promise<ClaimResult> {
        this.asked += 1
        return super.claim(...args)
      }
    }
    const clock = new ManualClock()
    const counted = new Counted({ clock })
    const patched = new InMemorySeenUpdates({ clock })
    let confirmed = 0
    const confirm = patched.confirm.bind(patched)
    patched.confirm = (...args) => {
      confirmed += 1
      return confirm(...args)
    }
    for (const seen of [counted, patched]) {
      const dispatcher = new Dispatcher({ seen, clock })
      let handled = 0
      dispatcher.onAny(() => void (handled += 1))
      await dispatcher.deliver(anUpdate())
      await dispatcher.deliver(anUpdate())
      expect(handled).toBe(1)
    }
    expect([counted.asked, confirmed]).toEqual([2, 1])
  })

  it('keeps the claim of a slow handler alive, and releases the update after a failure', async () => {
    const clock = new ManualClock()
    const seen = new InMemorySeenUpdates({ clock })
    const [slow, other] = [new Dispatcher({ seen, clock }), new Dispatcher({ seen, clock })]
    const gate = Promise.withResolvers<void>()
    slow.onAny(() => gate.promise)
    const delivery = slow.deliver(anUpdate()).catch((error: unknown) => error)
    await clock.advance(300 - 1)
    await expect(other.deliver(anUpdate())).rejects.toThrow(
      'Another worker is handling update update-1 of fake',
    )
    gate.reject(new Error('boom'))
    expect(await delivery).toBeInstanceOf(AggregateError)
    await other.deliver(anUpdate())
    await clock.advance(60)
    expect(clock.sleeping).toBe(0)
  })

  it('still confirms an update after a handler blocked the event loop', async () => {
    const clock = new ManualClock()
    const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates({ clock }), clock })
    let handled = 0
    dispatcher.onAny(() => {
      handled += 1
      clock.stall(61)
    })
    await dispatcher.deliver(anUpdate())
    await dispatcher.deliver(anUpdate())
    expect(handled).toBe(1)
  })
})
