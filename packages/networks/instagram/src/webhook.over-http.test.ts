import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { showsDeletion } from '@social-internal/meta-tests/deletion-trial'
import { servingFiles } from '@social-internal/meta-tests/served-files'
import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { ConfigError, Dispatcher, InMemorySeenUpdates, PlatformError, type Update } from '@social/core'
import { Routes, toNodeHandler } from '@social/core/routes'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { instagram } from './platform.js'

/**
 * Starts an HTTP server with the library's routes, registers it as Instagram's webhook target and
 * publishes a picture of Ada.
 */
async function receiving() {
  const files = await servingFiles()
  const at = await usingEmulator()
  const handled: Update[] = []
  const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates() })
  dispatcher.onAny((update) => void handled.push(update))
  const routes = new Routes(at.client, {
    redirectUri: 'https://tunnel.example/social/callback/{platform}',
    secrets: { instagram: ['another', at.appSecret] },
    setupTokens: { instagram: 'a text of our own' },
    deliver: dispatcher.deliver,
  })
  const server = createServer(toNodeHandler(routes))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a server that listens on TCP has an address object
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhook = `${origin}${routes.prefix}/webhooks/instagram`
  const ada = await at.signIn()
  const { id: media } = await ada.post({ text: 'Cake', media: [files.picture()] })
  const dispose = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    ada,
    media,
    handled,
    webhook,
    async [Symbol.asyncDispose]() {
      await dispose()
      await files[Symbol.asyncDispose]()
      server.closeAllConnections()
      server.close()
    },
  })
}

describe('a pushed update', () => {
  // Holds R-0160, R-0193, R-0244.
  it('arrives once, with the id and the raw comment of the polled one', async () => {
    await using at = await receiving()
    await at.people.setUpWebhook({ url: at.webhook, verifyToken: 'a text of our own' })
    await at.ada.startUpdates()
    at.people.comment({ by: 'bo', on: at.media, text: 'Lovely' })
    await at.people.deliverEvents({ copies: 3 })

    const [polled] = await at.ada.fetchUpdates()
    expect(at.handled).toHaveLength(1)
    expect(at.handled[0]).toMatchObject({ kind: 'COMMENT_CREATED', connectionId: at.ada.id, id: polled?.id })
    expect(at.handled[0]?.raw).toEqual(polled?.raw)
    expect(at.handled[0]?.envelope).toHaveProperty('changes')
  })

  it('stops on request', async () => {
    await using at = await receiving()
    at.people.setWebhook({ url: at.webhook })
    await at.ada.startUpdates({ kinds: ['comments'] })
    await at.ada.stopUpdates()
    at.people.comment({ by: 'bo', on: at.media, text: 'Lovely' })
    expect(await at.people.deliverEvents({})).toEqual([])
  })

  it.each([[['posts']], [[]]])('refuses to subscribe to %j', async (kinds) => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    await expect(ada.startUpdates({ kinds })).rejects.toThrow(ConfigError)
    expect(at.requests()).toEqual([])
  })

  it('a forged signature is refused', async () => {
    await using at = await receiving()
    at.people.setWebhook({ url: at.webhook, secret: 'forged' })
    await at.ada.startUpdates()
    at.people.comment({ by: 'bo', on: at.media, text: 'Lovely' })
    const attempts = await at.people.deliverEvents({})
    expect(attempts.map(({ status }) => status)).toEqual([401])
    expect(at.handled).toEqual([])
  })

  it('a person who removes the app, and one who requests data deletion', async () => {
    await using at = await receiving()
    at.people.setApp({
      deauthorizeUrl: `${at.webhook}/deauthorize`,
      deletionUrl: `${at.webhook}/data-deletion`,
    })
    const answer = await at.people.requestDeletion({ person: 'adascakes' })
    await at.people.removeApp({ person: 'adascakes' })
    await at.people.whenIdle()
    await showsDeletion(answer, { origin: new URL(at.webhook).origin, displayName: 'Instagram' })
    expect(at.handled.map(({ kind }) => kind).toSorted()).toEqual([
      'CONNECTION_REVOKED',
      'DATA_DELETION_REQUESTED',
    ])
    const stored = await at.storage.getConnection(at.ada.id)
    expect(at.handled[0]?.actor?.id).toBe(stored?.extra['personId'])
  })
})

const NOW = new Date('2026-11-22T12:00:00Z')
const readText = (body: string, now = NOW) => instagram().readUpdates(Buffer.from(body), {}, now)
const read = (body: unknown, now = NOW) => readText(JSON.stringify(body), now)

describe('a pushed body', () => {
  const value = { id: '7', from: { id: '5', username: 'bo' }, media: { id: '9' }, text: 'x' }
  const entry = { id: '17841405822304913', time: 1_790_000_000 }

  it.each([
    ['in a list', { object: 'instagram', entry: [{ ...entry, changes: [{ field: 'comments', value }] }] }],
    ['on its entry', { object: 'instagram', entry: [{ ...entry, field: 'comments', value }] }],
    ['wrapped in an array', [{ object: 'instagram', entry: [{ ...entry, field: 'comments', value }] }]],
  ])('contains its change %s', (_what, body) => {
    expect(read(body)).toMatchObject([
      {
        id: 'instagram:17841405822304913:comments:7',
        kind: 'COMMENT_CREATED',
        connectionId: 'instagram:17841405822304913',
        postId: '7',
        aboutPostId: '9',
        actor: { id: '5', handle: 'bo' },
      },
    ])
  })

  it('contains messages, reactions and echoes', () => {
    const from = { sender: { id: '200' }, recipient: { id: '178' }, timestamp: 1_772_998_024_000 }
    const messaging = [
      { ...from, message: { mid: 'm1', text: 'Hi' } },
      { ...from, reaction: { mid: 'm1', action: 'react', emoji: '❤' } },
      { sender: from.recipient, recipient: from.sender, message: { mid: 'm2', is_echo: true } },
      { ...from, read: { mid: 'm1' } },
    ]
    const updates = read({ object: 'instagram', entry: [{ id: '178', time: 1, messaging }] })
    expect(updates.map(({ kind, id }) => [kind, id.split(':').slice(0, 3).join(':')])).toEqual([
      ['MESSAGE_RECEIVED', 'instagram:178:message'],
      ['REACTION_ADDED', 'instagram:178:reaction'],
      ['UNKNOWN', 'instagram:178:message'],
      ['UNKNOWN', 'instagram:178:read'],
    ])
    expect(updates[0]?.conversationId).toBe('200')
  })

  it('of another field keeps Instagram’s name', () => {
    const [update] = read({ entry: [{ ...entry, changes: [{ field: 'story_insights', value: {} }] }] })
    expect(update).toMatchObject({ kind: 'UNKNOWN', kindName: 'story_insights' })
  })

  it.each([
    ['change', { changes: [{ field: 'story_insights', value: { reach: 3 } }] }],
    ['message', { messaging: [{ sender: { id: '200' }, postback: { title: 'Menu' } }] }],
  ])('without a time, a %s, has that of the call, and one id for three deliveries', (_what, parts) => {
    const body = { object: 'instagram', entry: [{ id: '178', ...parts }] }
    const all = [0, 60_000, 3_600_000].flatMap((later) => read(body, new Date(NOW.getTime() + later)))
    expect(all).toHaveLength(3)
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all[0]?.timestamp).toEqual(NOW)
  })

  it('separates two changes of the same second without an id', () => {
    const changes = [1, 2].map((reach) => ({ field: 'story_insights', value: { reach } }))
    expect(new Set(read({ entry: [{ ...entry, changes }] }).map(({ id }) => id)).size).toBe(2)
  })

  it('a mention in a caption is about the post', () => {
    const [update] = read({
      entry: [{ ...entry, changes: [{ field: 'mentions', value: { media_id: '9' } }] }],
    })
    expect(update).toMatchObject({ kind: 'MENTION', aboutPostId: '9', postId: null })
  })

  it.each(['', '{', '5', 'null'])('that is invalid is a clear error: %j', (body) => {
    expect(() => readText(body)).toThrow(PlatformError)
  })

  it.each([
    [
      'changes',
      (letters: number) => ({
        entry: [
          { ...entry, changes: Array.from({ length: letters / 64 }, () => ({ field: 'comments', value })) },
        ],
      }),
    ],
    [
      'letters',
      (letters: number) => ({ entry: [{ ...entry, changes: [{ field: 'x'.repeat(letters), value }] }] }),
    ],
  ])('is read in linear time, with many %s', (_what, make) => {
    expect(growthOf(read, make)).toBeLessThan(MAX_GROWTH)
  })
})
