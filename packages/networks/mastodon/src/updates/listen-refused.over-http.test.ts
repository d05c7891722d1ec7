import { AuthError, NotSupportedError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { until, usingListener } from '../__fixtures__/listening.js'

const STREAM = 'GET /api/v1/streaming/user/notification'
const STREAM_PATH = '/api/v1/streaming/user/notification'

describe('the end of listening', () => {
  it('closes the stream with the reason of the signal', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    at.stop.abort(new Error('enough'))

    expect(await at.ended()).toMatchObject({ message: 'enough' })
    await until(() => at.people.streams().open === 0)
  })

  it('closes the stream when the loop ends', async () => {
    await using at = await usingListener()
    const updates = at.account.listen({ marker: null })
    at.mention()
    for await (const update of updates) {
      expect(update.kind).toBe('MENTION')
      break
    }

    await until(() => at.people.streams().open === 0)
    expect(await updates.next()).toEqual({ done: true, value: undefined })
  })

  it('closes the stream when it is aborted during a wait', async () => {
    await using at = await usingListener()
    const updates = at.account.listen()
    const next = updates.next()
    await at.isOpen()
    await updates.return?.()

    expect(await next).toEqual({ done: true, value: undefined })
    await until(() => at.people.streams().open === 0)
  })

  it('sends no request when no update was requested', async () => {
    await using at = await usingListener()
    at.account.listen()

    expect(at.counts()).toEqual({})
  })
})

describe('a token that is refused during listening', () => {
  it('ends the listening with AuthError, after all earlier updates', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    const last = at.mention()
    at.people.revokeTokens()

    expect(await at.ended()).toBeInstanceOf(AuthError)
    expect(at.posts()).toEqual([last])
  })

  it('by the stream alone is reported, and polling continues', async () => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status: 401, body: { error: 'no' }, count: 'all' })
    at.listen()

    const error = await at.ended()
    expect(error).toBeInstanceOf(NotSupportedError)
    expect(String(error)).toMatch(/polling/)
    expect(at.counts()[STREAM]).toBe(2)
  })

  it('by the stream once is retried, because the token may have been refreshed', async () => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status: 401, body: { error: 'no' } })
    at.listen()
    await at.isOpen()
    const seen = at.mention()
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([seen])
  })
})

describe('a server without a stream', () => {
  it.each([404, 501, 400, 405, 426, 301])('that returns %i is reported', async (status) => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status, body: 'x', count: 'all' })
    at.listen()

    const error = await at.ended()
    expect(error).toBeInstanceOf(NotSupportedError)
    expect(String(error)).toContain(
      `live updates at ${at.host} (mastodon): the server returned status ${status}.`,
    )
    expect(String(error)).toContain('fetchUpdatesAfter')
  })

  it('that returns a page is reported', async () => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status: 200, body: '<html>', count: 'all' })
    at.listen()

    expect(String(await at.ended())).toContain('the response is not an event stream')
  })

  it.each([502, 503, 429])('temporarily (%i) is retried, and polled meanwhile', async (status) => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status, count: 3 })
    at.listen()
    await until(() => (at.counts()[STREAM] ?? 0) >= 1)
    const polled = at.mention()
    await at.isOpen()
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([polled])
    expect(at.interruptions).toHaveLength(3)
  })
})

describe('failing polls during a stream', () => {
  it('are retried, and the stream continues', async () => {
    await using at = await usingListener({ retries: { attempts: 1 } })
    at.listen()
    await at.isOpen()
    await at.clock.advance(20)
    at.faults.add({ path: '/api/v1/notifications', fault: 'status', status: 500, count: 2 })
    at.people.streamEvent({ event: 'notifications_merged' })
    await until(() => at.interruptions.length === 1)
    const live = at.mention()
    await until(() => at.got.length === 1)
    await at.clock.advance(30)
    await until(() => at.interruptions.length === 2)

    expect(at.posts()).toEqual([live])
    expect(at.people.streams().opened).toBe(1)
  })
})
