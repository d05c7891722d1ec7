import { describe, expect, it } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import type { Update } from '../../models/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { FirstPolls } from './first-polls.js'

const LOST = new NetworkError('Down.')
const context = { signal: new AbortController().signal }

/**
 * Creates a network. Without a marker it lists the two newest updates. Given a time, it lists all
 * updates since that time.
 */
function aNetwork({ canAskByTime = true } = {}) {
  const clock = new ManualClock()
  const all: Update[] = []
  const failing: unknown[] = []
  const asked: string[] = []
  let failsByTime = false
  const answer = async <T>(what: string, give: () => T): Promise<T> => {
    asked.push(what)
    if (failsByTime && what === 'since') {
      failsByTime = false
      throw LOST
    }
    if (failing.length > 0) throw failing.shift()
    return give()
  }
  const first = new FirstPolls({
    clock,
    fetchAfter: (marker) =>
      answer(`after ${marker}`, () => {
        const updates = all.slice(marker === null ? -2 : Number(marker))
        return { updates, marker: String(all.length), more: false }
      }),
    fetchSince: canAskByTime
      ? (since) => answer('since', () => all.filter(({ timestamp }) => timestamp > since))
      : null,
  })
  let ids = 0
  return {
    clock,
    failing,
    asked,
    /** Makes the next poll by time fail. */
    failSince: () => (failsByTime = true),
    happen: (count: number) => {
      for (let at = 0; at < count; at += 1)
        all.push(anUpdate({ id: String((ids += 1)), timestamp: clock.now() }))
    },
    poll: async (marker: string | null = null) =>
      (await first.fetchAfter(marker, context)).updates.map(({ id }) => id),
  }
}

describe('the first polls of an account', () => {
  it('return the newest page if they succeed, and poll nothing else', async () => {
    const network = aNetwork()
    network.happen(5)

    expect(await network.poll()).toEqual(['4', '5'])
    expect(await network.poll('5')).toEqual([])
    expect(network.asked).toEqual(['after null', 'after 5'])
  })

  it('deliver all updates since the first failed poll, without duplicates, oldest first', async () => {
    const network = aNetwork()
    network.happen(3)
    await network.clock.advance(3600)
    network.failing.push(LOST, LOST)
    await expect(network.poll()).rejects.toBe(LOST)
    network.happen(4)
    await network.clock.advance(60)
    await expect(network.poll()).rejects.toBe(LOST)
    network.happen(3)

    expect(await network.poll()).toEqual(['4', '5', '6', '7', '8', '9', '10'])
  })

  it('that fail again during the poll by time are repeated by the next poll', async () => {
    const network = aNetwork()
    network.failing.push(LOST)
    await expect(network.poll()).rejects.toBe(LOST)
    network.happen(4)
    network.failSince()
    await expect(network.poll()).rejects.toBe(LOST)

    expect(await network.poll()).toEqual(['1', '2', '3', '4'])
    expect(await network.poll()).toEqual(['3', '4'])
  })

  it('poll nothing more if one page is sufficient, there are no updates, or polling by time is not supported', async () => {
    for (const [network, happened] of [
      [aNetwork(), 0],
      [aNetwork({ canAskByTime: false }), 9],
    ] as const) {
      network.failing.push(LOST)
      await expect(network.poll()).rejects.toBe(LOST)
      network.happen(happened)
      await network.poll()
      expect(network.asked).toEqual(['after null', 'after null'])
    }
    const network = aNetwork()
    network.happen(1)
    await network.clock.advance(3600)
    network.failing.push(LOST)
    await expect(network.poll()).rejects.toBe(LOST)
    network.happen(1)
    expect(await network.poll()).toEqual(['1', '2'])
    expect(network.asked).not.toContain('since')
  })
})
