import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { showsDeletion } from '@social-internal/meta-tests/deletion-trial'
import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { Dispatcher, InMemorySeenUpdates, PlatformError, type Update } from '@social/core'
import { Routes, toNodeHandler } from '@social/core/routes'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { threads } from './platform.js'

/**
 * Starts an HTTP server with the library's routes, registers it as Threads' webhook target and
 * publishes a post of Ada.
 */
async function receiving() {
  const at = await usingEmulator()
  const handled: Update[] = []
  const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates(), clock: at.clock })
  dispatcher.onAny((update) => void handled.push(update))
  const routes = new Routes(at.client, {
    redirectUri: 'https://tunnel.example/social/callback/{platform}',
    secrets: { threads: ['another', at.appSecret] },
    setupTokens: { threads: 'a text of our own' },
    deliver: (update) => dispatcher.deliver(update),
  })
  const server = createServer(toNodeHandler(routes, { onError: () => undefined }))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a server that listens on TCP has an address object
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhook = `${origin}${routes.prefix}/webhooks/threads`
  const ada = await at.signIn()
  const { id: postId } = await ada.post({ text: 'Cake' })
  const dispose = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    ada,
    postId,
    handled,
    webhook,
    async [Symbol.asyncDispose]() {
      await dispose()
      server.closeAllConnections()
      server.close()
    },
  })
}

describe('a pushed update', () => {
  // Holds R-0160, R-0193.
  it('starts with a setup check, which fails with another token', async () => {
    await using at = await receiving()
    const setUp = (verifyToken: string) => at.people.setUpWebhook({ url: at.webhook, verifyToken })
    expect(await setUp('another')).toMatchObject({ status: 403, accepted: false })
    expect(await setUp('a text of our own')).toMatchObject({ status: 200, accepted: true })
  })

  // Holds R-0244, R-0245, R-0262.
  it('arrives once, with the id and the raw reply of the polled one', async () => {
    await using at = await receiving()
    at.people.setWebhook({ url: at.webhook })
    const { id: top } = at.people.post({ by: 'zoe', text: 'Café / yes', replyTo: at.postId })
    at.people.post({ by: 'yan', text: 'Indeed', replyTo: top })
    await at.people.deliverEvents({ copies: 3, reversed: true })

    const polled = await at.ada.fetchUpdates()
    expect(at.handled).toHaveLength(2)
    for (const update of polled) {
      const twin = at.handled.find(({ id }) => id === update.id)
      expect(twin?.raw).toEqual(update.raw)
      expect({ ...twin }).toEqual({ ...update })
      expect(twin?.envelope).toMatchObject({ target_id: at.postId, time: expect.any(Number) })
      expect(update.envelope).toEqual({})
    }
  })

  it('is a reply, a mention, a published post or a deleted post', async () => {
    await using at = await receiving()
    at.people.setWebhook({ url: at.webhook })
    const { id } = await at.ada.post({ text: 'Bread' })
    const { id: mention } = at.people.post({ by: 'zoe', text: 'Hi @adascakes' })
    await at.ada.deletePost(id)
    await at.people.deliverEvents({})
    expect(at.handled.map(({ kind, id: own, connectionId }) => [kind, own, connectionId])).toEqual([
      ['POST_PUBLISHED', `threads:publish:${id}`, at.ada.id],
      ['MENTION', `threads:mentions:${mention}`, at.ada.id],
      ['POST_DELETED', `threads:delete:${id}`, at.ada.id],
    ])
  })

  it('can be replied to if it is a mention, with the permission for it', async () => {
    await using at = await receiving()
    const { accessToken } = at.people.signIn({ account: 'adascakes' })
    const stored = await at.storage.getConnection(at.ada.id)
    if (stored === null) throw new Error('no connection')
    await at.storage.saveConnection(stored.with({ token: { accessToken } }))
    at.people.setWebhook({ url: at.webhook })
    at.people.post({ by: 'zoe', text: 'Hi @adascakes' })
    await at.people.deliverEvents({})
    const [mention] = at.handled
    if (!mention) throw new Error('no mention')
    await at.ada.replyToUpdate(mention, 'Hi Zoe')
    expect(at.effects().map(({ kind }) => kind)).toEqual(['POST', 'COMMENT'])
  })

  it('with a forged signature is refused', async () => {
    await using at = await receiving()
    at.people.setWebhook({ url: at.webhook, secret: 'forged' })
    at.people.post({ by: 'zoe', text: 'Lovely', replyTo: at.postId })
    const attempts = await at.people.deliverEvents({})
    expect(attempts.map(({ status }) => status)).toEqual([401])
    expect(at.handled).toEqual([])
  })
})

describe('a person', () => {
  it('of a person who removes the app, or requests data deletion, has a connection', async () => {
    await using at = await receiving()
    at.people.setApp({
      deauthorizeUrl: `${at.webhook}/deauthorize`,
      deletionUrl: `${at.webhook}/data-deletion`,
    })
    const answer = await at.people.requestDeletion({ person: 'adascakes' })
    await at.people.removeApp({ person: 'adascakes' })
    await at.people.whenIdle()
    await showsDeletion(answer, { origin: new URL(at.webhook).origin, displayName: 'Threads' })
    expect(at.handled.map(({ kind, connectionId }) => [kind, connectionId])).toEqual([
      ['DATA_DELETION_REQUESTED', at.ada.id],
      ['CONNECTION_REVOKED', at.ada.id],
    ])
  })
})

const NOW = new Date('2026-11-22T12:00:00Z')
const readText = (body: string, now = NOW) => threads().readUpdates(Buffer.from(body), {}, now)
const read = (body: unknown, now = NOW) => readText(JSON.stringify(body), now)

describe('a pushed body', () => {
  const value = {
    id: '7',
    username: 'bo',
    timestamp: '2026-11-22T10:00:00+0000',
    root_post: { id: '9', owner_id: '42', username: 'ada' },
  }
  const change = { field: 'replies', value }

  it.each([
    ['in Threads’ own shape', { topic: 'moderate', target_id: '9', time: 1, values: change }],
    ['in a list of values', { topic: 'moderate', target_id: '9', time: 1, values: [change] }],
    ['in the shape of the others', { object: 'threads', entry: [{ id: '42', time: 1, changes: [change] }] }],
  ])('contains its change %s', (_what, body) => {
    expect(read(body)).toMatchObject([
      {
        id: 'threads:replies:7',
        kind: 'COMMENT_CREATED',
        connectionId: 'threads:42',
        postId: '7',
        aboutPostId: '9',
        actor: { id: 'bo', handle: 'bo', url: 'https://www.threads.com/@bo' },
        timestamp: new Date('2026-11-22T10:00:00Z'),
      },
    ])
  })

  it('of another field keeps Threads’ name', () => {
    const [update] = read({ target_id: '1', time: 1_790_000_000, values: { field: 'polls', value: {} } })
    expect(update).toMatchObject({ kind: 'UNKNOWN', kindName: 'polls' })
    expect(update?.id).toMatch(/^threads:polls:1790000000:[0-9a-f]{24}$/)
  })

  it('without a time has that of the call, and the same id for three deliveries', () => {
    const body = { target_id: '1', values: { field: 'polls', value: { votes: 3 } } }
    const all = [0, 60_000, 3_600_000].flatMap((later) => read(body, new Date(NOW.getTime() + later)))
    expect(all).toHaveLength(3)
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all[0]?.timestamp).toEqual(NOW)
  })

  it('keeps every digit of a numeric id', () => {
    const body =
      '{"target_id":17841405822304913,"time":1,"values":{"field":"publish","value":{"id":17841405822304915}}}'
    const [update] = readText(body)
    expect(update).toMatchObject({
      id: 'threads:publish:17841405822304915',
      connectionId: 'threads:17841405822304913',
    })
  })

  it.each(['', '{', '5', 'null'])('that is invalid is a clear error: %j', (body) => {
    expect(() => readText(body)).toThrow(PlatformError)
  })

  it.each([
    ['values', (letters: number) => ({ values: Array.from({ length: letters / 64 }, () => change) })],
    ['letters', (letters: number) => ({ values: { field: 'x'.repeat(letters), value } })],
  ])('is read in linear time, with many %s', (_what, make) => {
    expect(growthOf(read, make)).toBeLessThan(MAX_GROWTH)
  })
})
