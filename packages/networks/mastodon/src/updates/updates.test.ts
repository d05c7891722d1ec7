import { ConfigError, PlatformError } from '@social/core/platform'
import { aCall, type CallSettings, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import instance from '../__fixtures__/instance.v2.json' with { type: 'json' }
import markers from '../__fixtures__/markers.ok.json' with { type: 'json' }
import page from '../__fixtures__/notifications.page.json' with { type: 'json' }
import { mastodon } from '../platform.js'

const LIST = 'GET /api/v1/notifications'
const MARKERS = 'POST /api/v1/markers'

const callOf = (replies: CallSettings['replies'] = {}) =>
  aCall({
    platform: mastodon(),
    connection: anAccount(),
    replies: { [LIST]: page, [MARKERS]: markers, 'GET /api/v2/instance': instance, ...replies },
  })

const ids = (updates: readonly { readonly id: string }[]) => updates.map(({ id }) => id.split(':').at(-1))

describe('polling by time', () => {
  it('reads the newest page once, and returns it oldest first', async () => {
    const call = callOf()

    const updates = await mastodon().fetchUpdates(null, call)

    expect(ids(updates)).toEqual(['34975861', '34975902'])
    expect(call.transport.requests).toHaveLength(1)
    expect(call.transport.requests[0]?.searchParams.getAll('types[]')).toEqual([
      'mention',
      'favourite',
      'reblog',
      'follow',
      'quote',
      'update',
      'quoted_update',
    ])
    expect(call.transport.requests[0]?.query).toMatchObject({ limit: '40' })
    expect(call.transport.requests[0]?.query).not.toHaveProperty('include_filtered')
  })

  it('returns updates later than the given time', async () => {
    const updates = await mastodon().fetchUpdates(new Date('2026-11-21T11:56:01.000Z'), callOf())

    expect(ids(updates)).toEqual(['34975902'])
  })

  it('returns filtered notifications when configured', async () => {
    const call = callOf()

    await mastodon({ includeFiltered: true, updatesPerCheck: 5 }).fetchUpdates(null, call)

    expect(call.transport.requests[0]?.query).toMatchObject({ include_filtered: 'true', limit: '5' })
  })

  it('repeats without the newer types when the server refuses them', async () => {
    const refusal = { status: 422, body: { error: 'Invalid type' } }
    const call = callOf({ [LIST]: inTurn(refusal, page) })

    expect(await mastodon().fetchUpdates(null, call)).toHaveLength(2)
    expect(call.transport.requests[1]?.searchParams.getAll('types[]')).toEqual([
      'mention',
      'favourite',
      'reblog',
      'follow',
    ])
  })

  it('skips unreadable notifications, and returns the others', async () => {
    const call = callOf({ [LIST]: [{ id: '9', type: 'favourite', created_at: null }, { id: '8' }, ...page] })

    expect(await mastodon().fetchUpdates(null, call)).toHaveLength(2)
  })
})

describe('polling by marker', () => {
  it('starts with the newest page', async () => {
    const call = callOf()

    const batch = await mastodon().fetchUpdatesAfter(null, { limit: null }, call)

    expect(call.transport.requests[0]?.query).not.toHaveProperty('min_id')
    expect(ids(batch.updates)).toEqual(['34975861', '34975902'])
    expect(batch).toMatchObject({ marker: '34975902', more: false })
  })

  // Holds R-0277.
  it('pages forward from its marker', async () => {
    const call = callOf()

    const batch = await mastodon().fetchUpdatesAfter('34975535', { limit: 2 }, call)

    expect(call.transport.requests[0]?.query).toMatchObject({ min_id: '34975535', limit: '2' })
    expect(call.transport.requests[0]?.query).not.toHaveProperty('since_id')
    expect(batch).toMatchObject({ marker: '34975902', more: true })
  })

  it('reports no more when the page was not full', async () => {
    expect(await mastodon().fetchUpdatesAfter('1', { limit: 3 }, callOf())).toMatchObject({ more: false })
  })

  it('limits the page size to the maximum of the server', async () => {
    const call = callOf()

    await mastodon().fetchUpdatesAfter('1', { limit: 500 }, call)

    expect(call.transport.requests[0]?.query).toMatchObject({ limit: '80' })
  })

  it('keeps its marker when there are no updates', async () => {
    const call = callOf({ [LIST]: [] })

    expect(await mastodon().fetchUpdatesAfter('7', { limit: null }, call)).toEqual({
      updates: [],
      marker: '7',
      more: false,
    })
    expect(await mastodon().fetchUpdatesAfter(null, { limit: null }, call)).toMatchObject({ marker: null })
  })

  it('moves its marker past skipped notifications', async () => {
    const call = callOf({
      [LIST]: [{ id: '100000000000000000000', type: 'poll', created_at: 'never' }, ...page],
    })

    expect(await mastodon().fetchUpdatesAfter('7', { limit: null }, call)).toMatchObject({
      marker: '100000000000000000000',
    })
  })

  it('reverses a page of two when the server returns the oldest first', async () => {
    const [oldest, newest] = ['2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z'].map((createdAt, index) => ({
      id: String(8 + index),
      type: 'favourite',
      created_at: createdAt,
      account: { id: '5', acct: 'cy@cy.example' },
      status: { id: '1' },
    }))

    const batch = await mastodon().fetchUpdatesAfter('7', { limit: 5 }, callOf({ [LIST]: [oldest, newest] }))

    expect(ids(batch.updates)).toEqual(['8', '9'])
  })

  it('returns each of 100 notifications once, in order, ten at a time', async () => {
    const all = Array.from({ length: 100 }, (_none, index) => ({
      id: String(95 + index),
      type: 'favourite',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 7))).toISOString(),
      account: { id: '5', acct: 'cy@cy.example' },
      status: { id: '1' },
    }))
    const call = callOf({
      [LIST]: (request: { query: Record<string, string> }) => {
        const after = all.filter(({ id }) => Number(id) > Number(request.query['min_id']))
        return after.slice(0, Number(request.query['limit'])).toReversed()
      },
    })
    const seen: (string | undefined)[] = []

    let batch = await mastodon().fetchUpdatesAfter('94', { limit: 10 }, call)
    seen.push(...ids(batch.updates))
    while (batch.more) {
      batch = await mastodon().fetchUpdatesAfter(batch.marker, { limit: 10 }, call)
      seen.push(...ids(batch.updates))
    }

    expect(seen).toEqual(all.map(({ id }) => id))
  })

  // Holds R-0288, R-0289.
  it.each([
    'abc',
    '2026-01-01T00:00:00Z::at://did:plc:x/app.bsky.feed.like/1',
    '',
    'a b',
    '1'.repeat(129),
    '1~',
    '1~x',
    '1~2~3',
  ])('refuses the marker %j, which is not a Mastodon marker', async (marker) => {
    const call = callOf()

    await expect(mastodon().fetchUpdatesAfter(marker, { limit: null }, call)).rejects.toThrow(ConfigError)
    await expect(mastodon().markSeen(marker, call)).rejects.toThrow(/Pass null to start from the beginning/)
    expect(call.transport.requests).toEqual([])
  })

  it.each([
    ['01HZX4M8Q1T7V9~1763726280000', '01HZX4M8Q1T7V9'],
    [
      '2026-11-21T12:00:00.000Z/mention/0190a1b2-c3d4~1763726280000',
      '2026-11-21T12:00:00.000Z/mention/0190a1b2-c3d4',
    ],
  ])('queries the notifications after %s by the id in it', async (marker, id) => {
    const call = callOf()

    await mastodon().fetchUpdatesAfter(marker, { limit: null }, call)
    await mastodon().markSeen(marker, call)

    expect(call.transport.requests[0]?.query).toMatchObject({ min_id: id })
    expect(call.transport.requestsTo(MARKERS)[0]?.form).toEqual({ 'notifications[last_read_id]': id })
  })

  it.each(['1', '9007199254740993', '01HZX4M8Q1T7V9', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'])(
    'accepts the marker %j',
    async (marker) => {
      const call = callOf()

      await mastodon().fetchUpdatesAfter(marker, { limit: null }, call)

      expect(call.transport.requests[0]?.query).toMatchObject({ min_id: marker })
    },
  )
})

describe('marking as seen', () => {
  // Holds R-0278.
  it('writes a read marker', async () => {
    const call = callOf()

    await mastodon().markSeen('34975902', call)

    expect(call.transport.requests[0]?.form).toEqual({ 'notifications[last_read_id]': '34975902' })
  })

  it('retries once after a conflict', async () => {
    const conflict = { status: 409, body: { error: 'Conflict during update, please try again' } }
    const call = callOf({ [MARKERS]: inTurn(conflict, markers) })

    await mastodon().markSeen('1', call)

    expect(call.transport.paths).toEqual([MARKERS, MARKERS])
  })

  it('fails when the retry fails too', async () => {
    const call = callOf({ [MARKERS]: { status: 409, body: {} } })

    await expect(mastodon().markSeen('1', call)).rejects.toThrow(PlatformError)

    expect(call.transport.requests).toHaveLength(2)
  })
})
