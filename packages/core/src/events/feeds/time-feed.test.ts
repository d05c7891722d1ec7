import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { ATimeNetwork } from '../__fixtures__/a-time-network.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import { Poller } from '../polling/poller.js'
import { MAX_REMEMBERED, readTimeMarker } from './time-marker.js'

const FEED = 'updates-by-time'

/**
 * Follows one account of a fake network. `restart` creates a new poller that loads the saved
 * marker.
 */
function following(overlapSeconds = 3600) {
  const network = new ATimeNetwork()
  const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
  const markers = new InMemoryMarkers()
  const handled: string[] = []
  const dispatcher = { deliver: ({ id }: { readonly id: string }) => void handled.push(id) }
  const account = network.account()
  const restart = () => new Poller({ account, markers, dispatcher, clock, overlapSeconds })
  let poller = restart()
  return {
    network,
    clock,
    markers,
    handled,
    restart: () => void (poller = restart()),
    check: () => poller.checkOnce(),
    saved: async () => readTimeMarker((await markers.load('fake:42', FEED)) ?? '{}'),
  }
}

describe('Polling by time', () => {
  it('delivers updates that are listed late with an older time, once, also after a restart', async () => {
    const { network, handled, check, restart } = following()
    network.show('new', '2026-03-01T11:59:00Z')
    await check()
    network.show('late', '2026-03-01T11:10:00Z')
    restart()
    await check()
    restart()
    await check()
    expect(handled).toEqual(['new', 'late'])
  })

  it('repeats no more than the overlap', async () => {
    const { network, handled, check } = following(600)
    network.show('new', '2026-03-01T11:59:00Z')
    await check()
    network.show('at the edge', '2026-03-01T11:49:00Z')
    network.show('too late', '2026-03-01T11:48:59.999Z')
    await check()
    expect(handled).toEqual(['new', 'at the edge'])
    expect(network.asked).toEqual([null, '2026-03-01T11:48:59.999Z'])
  })

  it('misses nothing because of an update dated hours ahead, and delivers that update once', async () => {
    const { network, clock, handled, check, restart, saved } = following()
    network.show('first', '2026-03-01T11:59:00Z')
    network.show('ahead', '2026-03-01T17:00:00Z')
    await check()
    expect((await saved()).at).toBe(Date.parse('2026-03-01T11:59:00Z'))
    network.show('second', '2026-03-01T12:01:00Z')
    await clock.advance(120)
    restart()
    await check()
    // The clock passes the timestamp of the update "ahead". The network still lists this update,
    // and the feed remembers its id.
    await clock.advance(6 * 3600)
    network.show('third', '2026-03-01T17:30:00Z')
    await check()
    await check()
    expect(handled).toEqual(['first', 'ahead', 'second', 'third'])
  })

  it('delivers updates before an update dated ahead that was alone on the first page', async () => {
    const { network, handled, check, restart } = following()
    network.show('ahead', '2030-01-01T00:00:00Z')
    await check()
    restart()
    network.show('old', '2026-02-01T00:00:00Z')
    await check()
    await check()
    expect(handled).toEqual(['ahead', 'old'])
  })

  it('keeps the network order for updates with the same time, oldest first otherwise', async () => {
    const { network, handled, check } = following()
    for (const id of ['c', 'a', 'b']) network.show(id, '2026-03-01T11:00:01Z')
    network.show('before', '2026-03-01T11:00:00Z')
    await check()
    expect(handled).toEqual(['before', 'c', 'a', 'b'])
  })

  it('delivers an update once that is listed twice, removed and listed again', async () => {
    const { network, handled, check } = following()
    network.show('a', '2026-03-01T11:00:00Z')
    network.show('a', '2026-03-01T11:00:00Z')
    await check()
    network.hide('a')
    network.show('b', '2026-03-01T11:01:00Z')
    await check()
    network.show('a', '2026-03-01T11:00:00Z')
    await check()
    expect(handled).toEqual(['a', 'b'])
  })

  it('saves no marker later than now, and loses nothing when the clock is set back', async () => {
    const { network, clock, handled, check, saved } = following()
    clock.step(5 * 3600)
    network.show('a', '2026-03-01T16:00:00Z')
    await check()
    clock.step(-5 * 3600)
    network.show('b', '2026-03-01T11:30:00Z')
    await check()
    expect((await saved()).at).toBe(Date.parse('2026-03-01T12:00:00Z'))
    network.show('c', '2026-03-01T11:20:00Z')
    await check()
    expect(handled).toEqual(['a', 'b', 'c'])
  })

  it('forgets ids outside the window', async () => {
    const { network, clock, check, saved } = following(60)
    for (let minute = 0; minute < 5; minute += 1) {
      network.show(`m${minute}`, new Date(clock.now().getTime() - 1000).toISOString())
      await check()
      await clock.advance(60)
    }
    expect((await saved()).seen.size).toBe(2)
  })

  it('delivers updates again, rather than losing them, if there are too many to remember', async () => {
    const { network, handled, check, saved } = following()
    for (let index = 0; index < MAX_REMEMBERED + 3; index += 1)
      network.show(`u${index}`, '2026-03-01T11:30:00Z')
    await check()
    expect((await saved()).seen.size).toBe(MAX_REMEMBERED)
    expect(handled).toHaveLength(MAX_REMEMBERED + 3)
    await check()
    expect(handled.slice(MAX_REMEMBERED + 3)).toEqual(['u0', 'u1', 'u2'])
  })

  it('delivers nothing from before its start time', async () => {
    const network = new ATimeNetwork()
    const clock = new ManualClock()
    const handled: string[] = []
    let marker: string | null = null
    const start = () =>
      new Poller({
        fetch: network.fetchUpdates,
        deliver: ({ id }) => void handled.push(id),
        since: '2026-03-01T11:30:00Z',
        marker,
        saveMarker: (text) => void (marker = text),
        clock,
      })
    network.show('before', '2026-03-01T11:29:59Z')
    network.show('then', '2026-03-01T11:30:00Z')
    await start().checkOnce()
    network.show('before too', '2026-03-01T11:29:00Z')
    await start().checkOnce()
    network.show('later', '2026-03-01T11:40:00Z')
    await start().checkOnce()
    expect(handled).toEqual(['then', 'later'])
  })

  it('does not lose an update with an invalid time', async () => {
    const handled: string[] = []
    const odd = { ...anUpdate({ id: 'odd' }), timestamp: new Date(Number.NaN), raw: {}, envelope: {} }
    const poller = new Poller({
      fetch: () => Promise.resolve([odd]),
      deliver: ({ id }) => void handled.push(id),
    })
    await poller.checkOnce()
    expect(handled).toEqual(['odd'])
  })

  it('refuses a marker that it did not save, and explains how to start again', async () => {
    for (const marker of [
      '',
      '2026-03-01T12:00:00Z',
      '{"v":2}',
      '{"v":1,"at":1,"from":null,"seen":[]}',
      'x'.repeat(70_000),
    ]) {
      const { markers, check, network } = following()
      await markers.save('fake:42', FEED, marker)
      await expect(check()).rejects.toThrow(ConfigError)
      await expect(check()).rejects.toThrow('null to start again')
      expect(network.asked).toEqual([])
    }
  })
})
