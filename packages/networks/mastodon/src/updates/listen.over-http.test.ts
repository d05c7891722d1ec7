import { NetworkError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { GENEROUS, until, usingListener } from '../__fixtures__/listening.js'

const STREAM_PATH = '/api/v1/streaming/user/notification'

describe('live updates', () => {
  it('arrive immediately, with the same ids as by polling, without earlier ones', async () => {
    await using at = await usingListener()
    at.mention('before')
    at.listen()
    await at.isOpen()
    // The client polls once after the stream has opened. Later updates arrive only through the
    // stream.
    await until(() => at.counts()['GET /api/v1/notifications'] === 2)
    const { id } = await at.account.post({ text: 'hello' })
    // The follow comes first, because it changes the follower count in the raw data of the later
    // notifications.
    at.people.follow({ by: 'dee', person: 'ada' })
    at.people.comment({ by: 'bea', on: id, text: 'one' })
    at.people.favourite({ by: 'bo', on: id })
    await until(() => at.got.length === 3)

    expect(at.counts()['GET /api/v1/notifications']).toBe(2)
    expect(at.got.map(({ kind }) => kind)).toEqual(['FOLLOWED', 'COMMENT_CREATED', 'REACTION_ADDED'])
    const { updates } = await at.account.fetchUpdatesAfter(null)
    expect(at.got.map(({ id: own }) => own)).toEqual(updates.slice(1).map(({ id: own }) => own))
    expect(at.got.map(({ raw }) => raw)).toEqual(updates.slice(1).map(({ raw }) => raw))
    expect(at.interruptions).toEqual([])
  })

  it('start after a marker, and report markers of handled updates', async () => {
    await using at = await usingListener()
    at.mention('old')
    const { marker } = await at.account.fetchUpdatesAfter(null)
    const missed = [at.mention('one'), at.mention('two')]
    const saved: string[] = []
    at.listen({ marker, saveMarker: (next) => void saved.push(next) })
    await until(() => at.got.length === 2 && saved.length === 1)
    const live = at.mention('three')
    await until(() => at.got.length === 3)

    expect(at.posts()).toEqual([...missed, live])
    expect(saved).toHaveLength(1)
    expect(saved[0]).toBe(at.got[1]?.id.split(':').at(-1))
  })

  it('start with the latest page when the marker is null, as polling does', async () => {
    await using at = await usingListener()
    const before = at.mention('before')
    at.listen({ marker: null })
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([before])
  })

  it('send the token in a header, not in the URL', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()

    const request = at.requests().find(({ path }) => path.startsWith('/api/v1/streaming'))
    expect(request?.path).toBe(STREAM_PATH)
    expect(request?.query).toEqual({})
  })

  it('exclude the types that polling excludes, and unknown types', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    at.people.streamEvent({ event: 'update', payload: '{"id":"1"}' })
    at.people.streamEvent({
      event: 'notification',
      payload: '{"id":"1","type":"poll","created_at":"2026-11-21T12:00:00Z"}',
    })
    at.people.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })
    const seen = at.mention()
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([seen])
  })
})

describe('a server that drops the stream', () => {
  it.each([
    ['END', 20],
    ['CUT', 20],
    ['MID_EVENT', 100],
  ])('by %s (%i times) loses and repeats no update', async (how, times) => {
    await using at = await usingListener({ server: GENEROUS })
    at.people.disturbStreams({ dropAfter: 1, how, repeats: 2 })
    at.listen()
    const made: string[] = []
    for (let drops = 0; drops < times; drops += 1) {
      await at.isOpen()
      made.push(at.mention('while it stands'), at.mention('while it is gone'))
      await until(() => at.got.length >= made.length)
    }
    await at.isOpen()

    expect(at.people.streams().opened).toBe(times + 1)
    expect(new Set(at.posts())).toEqual(new Set(made))
    expect(at.got).toHaveLength(made.length)
    expect(new Set(at.got.map(({ id }) => id)).size).toBe(times * 2)
    expect(at.interruptions).toHaveLength(times)
  })

  it('and also loses, repeats and reorders events with random ids causes no loss', async () => {
    const server = {
      ...GENEROUS,
      notificationIds: 'RANDOM',
      notificationPages: 'NEWEST',
      software: 'snac',
    } as const
    await using at = await usingListener({ server })
    at.people.disturbStreams({ dropAfter: 3, how: 'MID_EVENT', repeats: 3, loseEvery: 2 })
    at.listen()
    const made: string[] = []
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await at.isOpen()
      for (let count = 0; count < 6; count += 1) made.push(at.mention())
      await until(() => at.got.length >= made.length)
    }

    expect(new Set(at.posts())).toEqual(new Set(made))
    expect(at.got).toHaveLength(made.length)
  })
})

describe('an open stream that omits updates', () => {
  it('is supplemented by polling', async () => {
    await using at = await usingListener()
    at.listen({ checkEverySeconds: 300 })
    await at.isOpen()
    await at.clock.advance(11)
    at.people.disturbStreams({ loseEvery: 1 })
    const lost = at.mention()
    await at.clock.advance(290)
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([lost])
    expect(at.people.streams().opened).toBe(1)
  })

  it('is supplemented by a poll soon after its opening, because servers subscribe late', async () => {
    await using at = await usingListener()
    at.people.disturbStreams({ loseEvery: 1 })
    at.listen({ checkEverySeconds: 86_400 })
    await at.isOpen()
    await until(() => (at.counts()['GET /api/v1/notifications'] ?? 0) === 2)
    const lost = at.mention()
    await at.clock.advance(11)
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([lost])
  })

  it('triggers a poll when it reports merged notifications', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    await at.clock.advance(20)
    at.people.disturbStreams({ loseEvery: 1 })
    const merged = at.mention()
    at.people.streamEvent({ event: 'notifications_merged' })
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([merged])
  })

  it('triggers a poll after an unreadable event', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    await at.clock.advance(20)
    at.people.disturbStreams({ loseEvery: 1 })
    const lost = at.mention()
    at.people.streamEvent({ event: 'notification', payload: '{"id":' })
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([lost])
  })

  it('is reopened when it falls silent', async () => {
    await using at = await usingListener()
    at.listen({ silenceSeconds: 0.2 })
    await at.isOpen()
    at.people.stallStreams()
    const lost = at.mention()
    await until(() => at.got.length === 1 && at.people.streams().opened === 2)

    expect(at.posts()).toEqual([lost])
    expect(at.interruptions[0]).toBeInstanceOf(NetworkError)
    expect(at.interruptions[0]).toMatchObject({ timedOut: true })
  })

  it('stays open while it receives keep-alives', async () => {
    await using at = await usingListener({ server: { keepAliveSeconds: 0.05 } })
    at.listen({ silenceSeconds: 0.2 })
    await at.isOpen()
    const started = performance.now()
    await until(() => performance.now() - started > 600)

    expect(at.people.streams()).toEqual({ open: 1, opened: 1 })
  })
})
