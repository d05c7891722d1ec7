import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

describe('polling over HTTP', () => {
  // Holds R-0222, R-0256, R-0257, R-0290.
  it('returns all updates once and in order', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'hello' })
    const start = await account.fetchUpdatesAfter(null)
    const happen = [
      () => at.people.comment({ by: 'bea', on: id, text: 'one' }),
      () => at.people.mention({ by: 'bo', of: 'ada', text: 'hey' }),
      () => at.people.message({ by: 'bea', to: ['ada'], text: 'psst' }),
      () => at.people.favourite({ by: 'bo', on: id }),
      () => at.people.boost({ by: 'bo', on: id }),
      () => at.people.quote({ by: 'bea', on: id, text: 'look' }),
      () => at.people.follow({ by: 'dee', person: 'ada' }),
    ]
    for (const one of happen) {
      await at.clock.advance(1)
      one()
    }

    const { updates, marker, more } = await account.fetchUpdatesAfter(start.marker ?? '0')

    expect(updates.map(({ kind, aboutPostId }) => [kind, aboutPostId])).toEqual([
      ['COMMENT_CREATED', id],
      ['MENTION', null],
      ['MESSAGE_RECEIVED', null],
      ['REACTION_ADDED', id],
      ['REPOST_ADDED', id],
      ['MENTION', id],
      ['FOLLOWED', null],
    ])
    expect(more).toBe(false)
    expect(await account.fetchUpdatesAfter(marker)).toEqual({ updates: [], marker, more: false })
  })

  it('reports the edit of a post that the account boosted or quoted', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id: boosted } = at.people.post({ by: 'bea', text: 'one' })
    const { id: quoted } = at.people.post({ by: 'bo', text: 'two' })
    await account.repost(boosted)
    const { id: own } = await account.post({ text: 'look', options: { quotedStatusId: quoted } })
    const { marker } = await account.fetchUpdatesAfter(null)
    for (const id of [boosted, quoted]) at.people.edit({ id, text: 'better' })

    const { updates } = await account.fetchUpdatesAfter(marker ?? '0')

    expect(updates).toMatchObject([
      {
        kind: 'POST_UPDATED',
        postId: boosted,
        aboutPostId: boosted,
        actor: { handle: expect.stringMatching(/^bea@/) },
      },
      {
        kind: 'POST_UPDATED',
        postId: quoted,
        aboutPostId: own,
        actor: { handle: expect.stringMatching(/^bo@/) },
      },
    ])
  })

  // Holds R-0222, R-0277.
  it('returns each of 100 notifications once, ten at a time, while more arrive', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const mention = () => at.people.mention({ by: 'bea', of: 'ada', text: 'hey' }).id
    const made = [mention()]
    const first = await account.fetchUpdatesAfter(null, { limit: 10 })
    const seen = first.updates.map(({ postId }) => postId)
    for (let count = 1; count < 100; count += 1) made.push(mention())

    let { marker, more } = await account.fetchUpdatesAfter(first.marker, { limit: 10 }).then((batch) => {
      seen.push(...batch.updates.map(({ postId }) => postId))
      return batch
    })
    while (more) {
      if (made.length < 105) made.push(mention())
      const batch = await account.fetchUpdatesAfter(marker, { limit: 10 })
      seen.push(...batch.updates.map(({ postId }) => postId))
      ;({ marker, more } = batch)
    }

    expect(seen).toEqual(made)
  })

  it('returns all updates of an account that had none before', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await account.limits()
    const { updates, marker } = await account.fetchUpdatesAfter(null)
    expect(updates).toEqual([])
    const made = Array.from(
      { length: 100 },
      () => at.people.mention({ by: 'bea', of: 'ada', text: 'hey' }).id,
    )
    const seen: (string | null)[] = []
    for (let after = marker, more = true; more;) {
      const batch = await account.fetchUpdatesAfter(after)
      seen.push(...batch.updates.map(({ postId }) => postId))
      ;({ marker: after, more } = batch)
    }

    expect(seen).toEqual(made)
  })

  // Holds R-0221.
  it('returns the same updates by time and by marker', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const before = at.clock.now()
    await at.clock.advance(1)
    at.people.mention({ by: 'bea', of: 'ada', text: 'hey' })

    const byTime = await account.fetchUpdates(before)
    const byMarker = await account.fetchUpdatesAfter(null)

    expect(byTime).toHaveLength(1)
    expect(byTime.map(({ id }) => id)).toEqual(byMarker.updates.map(({ id }) => id))
    expect(await account.fetchUpdates(at.clock.now())).toEqual([])
  })

  it('returns filtered notifications only when configured', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })

    expect(await account.fetchUpdates()).toEqual([])

    await using other = await usingEmulator({ platform: { includeFiltered: true } })
    const open = await other.signIn()
    other.people.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })
    expect(await open.fetchUpdates()).toHaveLength(1)
  })

  // Holds R-0224.
  it('marks as seen, also during concurrent writes', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.mention({ by: 'bea', of: 'ada', text: 'hey' })
    const { marker } = await account.fetchUpdatesAfter(null)
    at.people.conflictMarkers({})
    at.forget()

    await account.markSeen(marker ?? '')

    expect(at.counts()).toEqual({ 'POST /api/v1/markers': 2 })
  })
})
