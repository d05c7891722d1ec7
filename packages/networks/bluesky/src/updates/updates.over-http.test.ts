import type { Update } from '@social/core'
import { WITHOUT_MESSAGES } from '@social/emulator/bluesky'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator, usingEmulator } from '../__fixtures__/at-emulator.js'
import type { BlueskyOptions } from '../options.js'
import { parseMarker, toMarkerText } from './marker.js'

type Network = Awaited<ReturnType<typeof atEmulator>>

let net: Network
let ada: Awaited<ReturnType<Network['signIn']>>
beforeAll(async () => {
  net = await atEmulator()
  ada = await net.signIn()
})
beforeEach(() => net.clear())
afterAll(() => net.close())

const later = (): Promise<void> => net.clock.advance(60)
const texts = (updates: readonly Update[]) =>
  updates.map(({ raw }) => (raw['record'] as { text?: string }).text) // safe cast: a notification's record is an object

/** Returns the marker of a poll. The marker is null only before the first notification. */
const markerOf = ({ marker }: { readonly marker: string | null }): string => marker ?? ''

describe('the updates of an account', () => {
  // Holds R-0221, R-0256, R-0257, R-0308.
  it('are returned oldest first, each with its subject', async () => {
    const { id } = await ada.post({ text: 'about me' })
    await later()
    net.network.like({ by: 'bea', on: id })
    await later()
    net.network.repost({ by: 'bea', on: id })
    await later()
    const comment = net.network.comment({ by: 'bea', on: id, text: 'a comment' })
    await later()
    const deep = net.network.comment({ by: 'cleo', on: comment.uri, text: 'deeper' })
    await later()
    const mention = net.network.mention({ by: 'cleo', of: 'ada', text: 'hi' })
    await later()
    const quote = net.network.quote({ by: 'cleo', on: id, text: 'look' })
    await later()
    const follow = net.network.follow({ by: 'bea', person: 'ada' })
    net.network.notify({ person: 'ada', about: follow.uri, reason: 'starterpack-joined' })

    net.clear()

    const updates = await ada.fetchUpdates()

    expect(net.routes()).toEqual(['GET app.bsky.notification.listNotifications'])
    expect(
      updates.map(({ kind, kindName, postId, aboutPostId, threadRootId, actor }) => [
        kind,
        kindName,
        postId,
        aboutPostId,
        threadRootId,
        actor?.handle,
      ]),
    ).toEqual([
      ['REACTION_ADDED', 'REACTION_ADDED', null, id, null, 'bea.bsky.test'],
      ['REPOST_ADDED', 'REPOST_ADDED', null, id, null, 'bea.bsky.test'],
      ['COMMENT_CREATED', 'COMMENT_CREATED', comment.uri, id, id, 'bea.bsky.test'],
      ['COMMENT_CREATED', 'COMMENT_CREATED', deep.uri, id, id, 'cleo.example.test'],
      ['MENTION', 'MENTION', mention.uri, null, null, 'cleo.example.test'],
      ['MENTION', 'MENTION', quote.uri, id, null, 'cleo.example.test'],
      ['FOLLOWED', 'FOLLOWED', null, null, null, 'bea.bsky.test'],
      ['UNKNOWN', 'starterpack-joined', null, null, null, 'bea.bsky.test'],
    ])
    expect(new Set(updates.map((update) => update.id)).size).toBe(updates.length)
    expect(updates[0]?.id).toBe(`${ada.id}:like:${String(updates[0]?.raw['uri'])}`)
    const since = updates.at(-3)?.timestamp
    expect(await ada.fetchUpdates(since)).toHaveLength(2)
  })

  // Holds R-0222, R-0300.
  it('continue from the marker, and are distinguished at equal times', async () => {
    const first = await ada.fetchUpdatesAfter(null)
    expect(markerOf(first)).toMatch(/^\d{4}-\d\d-\d\dT.*Z::at:\/\/did:plc:/)
    expect((await ada.fetchUpdatesAfter(first.marker)).updates).toEqual([])

    await later()
    net.network.mention({ by: 'bea', of: 'ada', text: 'one' })
    const second = await ada.fetchUpdatesAfter(first.marker)
    net.network.mention({ by: 'bea', of: 'ada', text: 'two, at the same moment' })
    const third = await ada.fetchUpdatesAfter(second.marker)

    expect(second).toMatchObject({ more: false })
    expect(texts(second.updates)).toEqual(['@ada.bsky.test one'])
    expect(texts(third.updates)).toEqual(['@ada.bsky.test two, at the same moment'])
  })

  it('continue by time when the marker’s own record was deleted', async () => {
    await later()
    const gone = net.network.mention({ by: 'bea', of: 'ada', text: 'gone' })
    const before = await ada.fetchUpdatesAfter(null)
    net.network.deleteRecord({ uri: gone.uri })
    await later()
    net.network.mention({ by: 'bea', of: 'ada', text: 'next' })

    expect(texts((await ada.fetchUpdatesAfter(before.marker)).updates)).toEqual(['@ada.bsky.test next'])
  })

  // Holds R-0301, R-0507.
  it('are read at most five pages back, and the others by the next polls, without loss', async () => {
    const before = await ada.fetchUpdatesAfter(null)
    const wanted: string[] = []
    for (let number = 0; number < 12; number += 1) {
      await later()
      net.network.mention({ by: 'bea', of: 'ada', text: `number ${number}` })
      wanted.push(`@ada.bsky.test number ${number}`)
    }
    net.clear()
    const one = await ada.fetchUpdatesAfter(before.marker, { limit: 1 })

    expect(net.routes()).toHaveLength(5)
    expect(one.more).toBe(true)
    await later()
    net.network.mention({ by: 'bea', of: 'ada', text: 'meanwhile' })
    const got = [...texts(one.updates)]
    let batch = one
    for (let polls = 0; batch.more && polls < 10; polls += 1) {
      batch = await ada.fetchUpdatesAfter(batch.marker, { limit: 1 })
      got.push(...texts(batch.updates))
    }

    expect(new Set(got)).toEqual(new Set([...wanted, '@ada.bsky.test meanwhile']))
    expect(got).toHaveLength(wanted.length + 1)
    expect(parseMarker(markerOf(batch)).gap).toBeNull()
    expect((await ada.fetchUpdatesAfter(batch.marker)).updates).toEqual([])
  })

  it('that were written late are found by searchBackSeconds, once', async () => {
    const careful = await atEmulator()
    const bea = await careful.signIn('bea.bsky.test')
    const { id } = await bea.post({ text: 'late likes' })
    const written = careful.clock.now().toISOString()
    await careful.clock.advance(300)
    careful.network.mention({ by: 'ada', of: 'bea', text: 'newer' })
    const before = await bea.fetchUpdatesAfter(null)
    careful.network.like({ by: 'ada', on: id, createdAt: written })
    const after = await bea.fetchUpdatesAfter(before.marker)
    const again = await bea.fetchUpdatesAfter(after.marker)
    await careful.close()

    expect(after.updates.map(({ kind }) => kind)).toEqual(['REACTION_ADDED'])
    expect(parseMarker(markerOf(after)).uri).toBe(parseMarker(markerOf(before)).uri)
    expect(again).toEqual({ updates: [], marker: after.marker, more: false })
  })

  it('are returned next to an invalid entry', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { marker } = await account.fetchUpdatesAfter(null)
    at.emulator.faults('bluesky').add({
      fault: 'status',
      status: 200,
      path: '/xrpc/app.bsky.notification.listNotifications',
      body: {
        notifications: [
          null,
          7,
          { uri: 'at://did:plc:b/app.bsky.graph.follow/1' },
          {
            uri: 'at://did:plc:b/app.bsky.graph.follow/2',
            author: { did: 'did:plc:b', handle: 'b.bsky.test' },
            reason: 'follow',
            indexedAt: '2026-11-21T12:00:00.000Z',
          },
        ],
      },
    })
    const { updates } = await account.fetchUpdatesAfter(marker)
    expect(updates.map(({ kind }) => kind)).toEqual(['FOLLOWED'])
  })

  // Holds R-0224, R-0302.
  it('can be marked as seen', async () => {
    const { marker } = await ada.fetchUpdatesAfter(null)
    net.clear()
    await ada.markSeen(marker ?? '')

    expect(net.routes()).toEqual(['POST app.bsky.notification.updateSeen'])
    expect(net.emulator.requests('bluesky').at(-1)?.json).toEqual({ seenAt: marker?.split('::')[0] })
    const [update] = (await ada.fetchUpdates()).toReversed()
    expect(update?.raw['isRead']).toBe(true)
  })
})

/** Starts an emulator and signs in an account. By default its polls include private messages. */
async function withMessages(settings: BlueskyOptions = { messageUpdates: true }) {
  const at = await usingEmulator({}, settings)
  const account = await at.signIn()
  at.clear()
  return Object.assign(at, { account })
}

describe('private messages as updates', () => {
  it('are returned once, with sender and conversation, together with the notifications', async () => {
    await using at = await withMessages()
    const begun = await at.account.fetchUpdatesAfter(null)
    const { convoId, id } = at.network.message({ by: 'bea', to: 'ada', text: 'psst' })
    await at.clock.advance(1)
    at.network.follow({ by: 'cleo', person: 'ada' })
    await at.account.sendMessage(convoId, 'an answer of mine')
    const { updates, marker } = await at.account.fetchUpdatesAfter(begun.marker)
    const again = await at.account.fetchUpdatesAfter(marker)

    expect(begun.updates).toEqual([])
    expect(updates.map(({ kind }) => kind)).toEqual(['MESSAGE_RECEIVED', 'FOLLOWED'])
    expect(updates[0]).toMatchObject({
      id: `${at.account.id}:message:${id}`,
      conversationId: convoId,
      actor: { handle: 'bea.bsky.test' },
    })
    expect(again).toMatchObject({ updates: [], more: false })
  })

  it('are complete after more than one page', async () => {
    await using at = await withMessages()
    let { marker } = await at.account.fetchUpdatesAfter(null)
    for (let number = 0; number < 250; number += 1)
      at.network.message({ by: 'bea', to: 'ada', text: String(number) })
    const ids = new Set<string>()
    for (let more = true; more;) {
      const batch = await at.account.fetchUpdatesAfter(marker)
      for (const { id } of batch.updates) ids.add(id)
      ;({ marker, more } = batch)
    }

    expect(ids.size).toBe(250)
  })

  it('do not block notifications during an outage of their service, and arrive later', async () => {
    await using at = await withMessages()
    const begun = await at.account.fetchUpdatesAfter(null)
    at.network.message({ by: 'bea', to: 'ada', text: 'psst' })
    at.network.follow({ by: 'cleo', person: 'ada' })
    const fault = {
      fault: 'status',
      status: 502,
      path: '/xrpc/chat.bsky.convo.getLog',
      count: 'all',
    } as const
    const down = at.emulator.faults('bluesky').add(fault)
    const without = await at.account.fetchUpdatesAfter(begun.marker)
    down.remove()
    const { updates } = await at.account.fetchUpdatesAfter(without.marker)

    expect(without.updates.map(({ kind }) => kind)).toEqual(['FOLLOWED'])
    expect(updates.map(({ kind }) => kind)).toEqual(['MESSAGE_RECEIVED'])
  })

  it('are only requested when configured and allowed', async () => {
    await using at = await withMessages({})
    await at.account.fetchUpdatesAfter(null)
    expect(at.routes()).toEqual(['GET app.bsky.notification.listNotifications'])

    await using other = await withMessages()
    const bea = await other.signIn('bea.bsky.test', WITHOUT_MESSAGES)
    other.clear()
    await bea.fetchUpdatesAfter(null)
    expect(other.routes()).toEqual(['GET app.bsky.notification.listNotifications'])
  })
})

describe('a marker', () => {
  const place = { indexedAt: '2026-11-21T10:00:00.000Z', uri: 'at://did:plc:abc/app.bsky.feed.like/3k' }

  it.each([null, { cursor: 'c|d', seen: place }])('is read back unchanged, with the gap %j', (gap) => {
    expect(parseMarker(toMarkerText({ ...place, gap, chat: null, recent: [] }))).toEqual({
      ...place,
      gap,
      chat: null,
      recent: [],
    })
  })

  it('from before private messages continues from its position', () => {
    const gap = { cursor: 'c', seen: place }
    const old = `${place.indexedAt}::${place.uri}::${Buffer.from(JSON.stringify(gap)).toString('base64url')}`

    expect(parseMarker(old)).toEqual({ ...place, gap, chat: null, recent: [] })
    expect(parseMarker(toMarkerText({ ...place, gap: null, chat: '3kabc', recent: ['a'] })).chat).toBe(
      '3kabc',
    )
  })

  it.each([
    '',
    '12345',
    '2026-11-21T10:00:00Z',
    'x::at://did:plc:a/b/c',
    '2026-13-41T10:00::at://a/b/c',
    '2026-11-21T10:00:00Z::at://a/b/c::bm90IGpzb24',
  ])('with the text %j is refused', (text) => {
    expect(() => parseMarker(text)).toThrow(/not made by bluesky/)
  })
})
