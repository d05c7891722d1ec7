import { describe, expect, it } from 'vitest'

import type { Markers } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { UpdateBatch } from '../../models/index.js'
import { ATimeNetwork } from '../__fixtures__/a-time-network.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { Dispatcher } from '../handling/dispatcher.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import { Poller } from '../polling/poller.js'
import { PollerPool } from '../pool/poller-pool.js'

/**
 * Creates an account of a network with markers. Each page contains one update, and `more` is true
 * except for the last page.
 */
function aMarkerAccount(id: string, pages: readonly string[]) {
  const asked: (string | null)[] = []
  const fetchUpdatesAfter = async (marker: string | null): Promise<UpdateBatch> => {
    asked.push(marker)
    const next = marker === null ? 0 : Number(marker)
    const page = pages[next]
    if (page === undefined) return { updates: [], marker, more: false }
    const updates = [anUpdate({ id: page, connectionId: id })]
    return { updates, marker: String(next + 1), more: next + 1 < pages.length }
  }
  return { id, asked, can: () => true, fetchUpdatesAfter }
}

function aDispatcher() {
  const handled: string[] = []
  const dispatcher = new Dispatcher()
  dispatcher.onAny(({ connectionId, id }) => void handled.push(`${connectionId} ${id}`))
  return { dispatcher, handled }
}

/** Creates a store that returns this value as every saved marker. */
const answering = (answer: unknown): Markers => ({
  load: () => Promise.resolve(answer as string), // wrong type on purpose, as a faulty store could return
  save: () => Promise.resolve(),
})
const makeAccount = () => new ATimeNetwork().account()
const poll = () => Promise.resolve()

describe('Following an account', () => {
  it('reads every page, and resumes from the saved marker after a restart', async () => {
    const markers = new InMemoryMarkers()
    const { dispatcher, handled } = aDispatcher()
    const account = aMarkerAccount('fake:1', ['a', 'b'])
    const news = await new Poller({ account, markers, dispatcher }).checkOnce()
    expect(news.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(handled).toEqual(['fake:1 a', 'fake:1 b'])
    await new Poller({ account, markers, dispatcher }).checkOnce()
    expect(account.asked).toEqual([null, '1', '2'])
    expect(await markers.load('fake:1', 'updates')).toBe('2')
  })

  it('polls by time if the network has no markers, and stores both kinds separately', async () => {
    const markers = new InMemoryMarkers()
    await markers.save('fake:42', 'updates', 'a marker of the other kind')
    const { dispatcher, handled } = aDispatcher()
    const network = new ATimeNetwork()
    network.show('a', '2026-03-01T11:00:00Z')
    const account = {
      ...network.account(),
      fetchUpdatesAfter: 'fake does not support fetchUpdatesAfter' as const,
    }
    await new Poller({ account, markers, dispatcher }).checkOnce()
    expect(handled).toEqual(['fake:42 a'])
    expect(await markers.load('fake:42', 'updates-by-time')).toContain('"at":"2026-03-01T11:00:00.000Z"')
  })

  it('refuses an account of a network with webhooks only, and missing parts', () => {
    const parts = { markers: new InMemoryMarkers(), dispatcher: new Dispatcher() }
    const account = new ATimeNetwork().account()
    const wrong: object[] = [
      { ...parts, account: { ...account, can: () => false } },
      { ...parts, account: { id: 'fake:1', can: () => true } },
      { account, markers: parts.markers },
      { account, dispatcher: parts.dispatcher },
      { account, dispatcher: parts.dispatcher, markers: { load: () => null } },
      { ...parts, account, fetch: account.fetchUpdates },
      { fetch: 'fetch', deliver: () => {} },
      { fetchAfter: 7, deliver: () => {} },
      { ...parts, account: null },
      { fetch: account.fetchUpdates, deliver: () => {}, markSeen: () => {} },
      { ...parts, account, overlapSeconds: -1 },
      { ...parts, account, overlapSeconds: Infinity },
      { ...parts, account, deadlineSeconds: 0 },
    ]
    for (const one of wrong) expect(() => new Poller(one as never)).toThrow(ConfigError)
    expect(() => new Poller(wrong[0] as never)).toThrow('only sends webhooks')
    expect(() => new Poller({ ...parts, account, overlapSeconds: 0 })).not.toThrow()
  })

  it('treats undefined from a store as no marker, and refuses a value that is not a string', async () => {
    const { dispatcher } = aDispatcher()
    const account = aMarkerAccount('fake:1', ['a'])
    await new Poller({ account, markers: answering(undefined), dispatcher }).checkOnce()
    expect(account.asked).toEqual([null])
    await expect(new Poller({ account, markers: answering(7), dispatcher }).checkOnce()).rejects.toThrow(
      'the type number',
    )
  })
})

describe('Following many accounts', () => {
  it('polls each account one page at a time, without a pause while there is more', async () => {
    const clock = new ManualClock()
    const markers = new InMemoryMarkers()
    const { dispatcher, handled } = aDispatcher()
    const accounts = new Map([
      ['fake:1', aMarkerAccount('fake:1', ['a', 'b', 'c'])],
      ['fake:2', aMarkerAccount('fake:2', ['d'])],
    ])
    const pool = new PollerPool({
      account: (id) => accounts.get(id) ?? aMarkerAccount(id, []),
      markers,
      dispatcher,
      clock,
      concurrency: 1,
    })
    pool.add('fake:1', { firstInSeconds: 0 })
    pool.add('fake:2', { firstInSeconds: 0.01 })
    const stop = new AbortController()
    const ended = pool.run({ signal: stop.signal }).catch((error: unknown) => error)
    await clock.advance(1)
    expect(handled).toEqual(['fake:1 a', 'fake:2 d', 'fake:1 b', 'fake:1 c'])
    await clock.advance(120)
    expect(accounts.get('fake:1')?.asked.slice(0, 4)).toEqual([null, '1', '2', '3'])
    stop.abort()
    await ended
    expect(clock.sleeping).toBe(0)
  })

  it('reports an account that cannot be created, and continues with the others', async () => {
    const clock = new ManualClock()
    const { dispatcher, handled } = aDispatcher()
    const errors: string[] = []
    const good = aMarkerAccount('fake:2', ['d'])
    const pool = new PollerPool({
      account: (id) => {
        if (id === 'fake:1') throw new ConfigError('no such network')
        return good
      },
      markers: new InMemoryMarkers(),
      dispatcher,
      clock,
      onError: (error, id) => errors.push(`${id} ${String(error)}`),
    })
    pool.add('fake:1', { firstInSeconds: 0 })
    pool.add('fake:2', { firstInSeconds: 0 })
    const stop = new AbortController()
    const ended = pool.run({ signal: stop.signal }).catch((error: unknown) => error)
    await runReady()
    stop.abort()
    await ended
    expect(handled).toEqual(['fake:2 d'])
    expect(errors).toEqual(['fake:1 ConfigError: no such network'])
  })

  it('refuses a pool without exactly one way to poll, and unknown options', () => {
    const parts = { markers: new InMemoryMarkers(), dispatcher: new Dispatcher() }
    const wrong: object[] = [
      parts,
      {},
      { ...parts, account: makeAccount, poll },
      { account: makeAccount },
      { ...parts, account: makeAccount() },
      { poll: 'poll' },
      { ...parts, account: makeAccount, overlapSeconds: Number.NaN },
      { poll, deadlineSeconds: 0 },
    ]
    for (const one of wrong) expect(() => new PollerPool(one as never)).toThrow(ConfigError)
    expect(() => new PollerPool({ poll, deadlineSecond: 1 } as never)).toThrow(
      'PollerPool does not know the option "deadlineSecond". Did you mean "deadlineSeconds"?',
    )
    expect(() => new PollerPool({ poll }).add('a', { firstIn: 0 } as never)).toThrow('"firstInSeconds"')
    expect(() => new Poller({ ...parts, account: makeAccount(), marker: null } as never)).toThrow(
      'Remove marker: it has no effect with account',
    )
    expect(() => new Poller({ ...parts, account: makeAccount(), onEror: 1 } as never)).toThrow('"onError"')
    expect(() => new Dispatcher({ sen: 1 } as never)).toThrow('"seen"')
  })
})
