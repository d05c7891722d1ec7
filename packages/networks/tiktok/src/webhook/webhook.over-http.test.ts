import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Dispatcher, InMemorySeenUpdates, Media, type Update } from '@social/core'
import { Routes, toNodeHandler } from '@social/core/routes'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const media = [Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })]

/** Starts a real server with the webhook routes, and lets the emulated TikTok push to it. */
async function receiving(settings: { readonly secret?: string; readonly failing?: number } = {}) {
  const at = await usingEmulator({ server: { processSeconds: 20, publicSeconds: 40 } })
  const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates(), clock: at.clock })
  const handled: Update[] = []
  let failing = settings.failing ?? 0
  dispatcher.onAny((update) => {
    failing -= 1
    if (failing >= 0) throw new Error('the handler failed')
    handled.push(update)
  })
  const routes = new Routes(at.client, {
    redirectUri: 'https://tunnel.example/social/callback/{platform}',
    secrets: { tiktok: settings.secret ?? at.network.app().clientSecret },
    scopes: { tiktok: ['user.info.basic', 'video.upload'] },
    deliver: (update) => dispatcher.deliver(update),
  })
  const server = createServer(toNodeHandler(routes, { onError: () => undefined }))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a server that listens on TCP has an `AddressInfo`
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  at.network.setWebhook({ url: `${origin}${routes.prefix}/webhooks/tiktok` })
  return {
    at,
    handled,
    origin,
    prefix: routes.prefix,
    deliver: (options: { readonly copies?: number; readonly reversed?: boolean } = {}) =>
      at.network.deliverEvents(options),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await at[Symbol.asyncDispose]()
    },
  }
}

describe('webhooks over HTTP', () => {
  // Holds R-0264, R-0441, R-0448, R-0452.
  it('report each result of a post to the profile once, although they are delivered twice', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const account = await at.signIn()
    const { id } = await account.post({
      media,
      options: { sendTo: 'profile', privacyLevel: 'PUBLIC_TO_EVERYONE' },
    })
    await at.clock.advance(70)

    const attempts = await here.deliver({ copies: 2, reversed: true })

    expect(attempts.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(handled.map(({ kind, aboutPostId, connectionId }) => [kind, aboutPostId, connectionId])).toEqual([
      ['POST_PUBLISHED', id, account.id],
      ['POST_PUBLISHED', id, account.id],
    ])
    const postId = at.videos()[0]?.postIds[0]
    expect(new Set(handled.map((update) => update.postId))).toEqual(new Set([id, postId]))
    expect(handled.map(({ timestamp }) => timestamp.getTime()).toSorted((a, b) => a - b)).toEqual([
      new Date('2026-11-21T12:00:20Z').getTime(),
      new Date('2026-11-21T12:01:00Z').getTime(),
    ])
  })

  // Holds R-0453.
  it('report drafts, failures and revoked access. The connection is kept until you delete it', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const account = await at.signIn()
    await account.post({ media })
    const { id } = await account.post({ media, options: { sendTo: 'profile' } })
    at.network.failVideo({ publishId: id, reason: 'duration_check_failed' })
    await at.clock.advance(30)
    await here.deliver()
    at.network.removeAccess({ person: 'ada' })
    await here.deliver()

    expect(handled.map(({ kind }) => kind)).toEqual(['POST_FAILED', 'POST_DRAFTED', 'CONNECTION_REVOKED'])
    expect(handled.at(-1)?.connectionId).toBe(account.id)
    expect(await at.storage.getConnection(account.id)).not.toBeNull()
  })

  it('are delivered again after a handler failed, and are then handled', async () => {
    await using here = await receiving({ failing: 1 })
    const { at, handled } = here
    const account = await at.signIn()
    await account.post({ media })
    await at.clock.advance(30)

    const first = await here.deliver()
    const second = await here.deliver()

    expect([first, second].map(([attempt]) => attempt?.status)).toEqual([500, 200])
    expect(handled.map(({ kind }) => kind)).toEqual(['POST_DRAFTED'])
  })

  // Holds R-0243.
  it('keep the name of an unknown event', async () => {
    await using here = await receiving()
    here.at.network.pushEvent({ event: 'something.new', person: 'ada' })

    await here.deliver()

    expect(here.handled).toMatchObject([{ kind: 'UNKNOWN', kindName: 'something.new' }])
  })

  // Holds R-0441.
  it('are refused with 401 when they are signed with another secret', async () => {
    await using here = await receiving({ secret: 'another secret' })
    here.at.network.pushEvent({ event: 'something.new', person: 'ada' })

    expect(await here.deliver()).toMatchObject([{ status: 401 }])
    expect(here.handled).toEqual([])
  })

  // Holds R-0443.
  it('are refused with 401 and one response when they are replayed later', async () => {
    await using here = await receiving()
    const { at, origin, prefix } = here
    const body = '{"event":"post.publish.complete","create_time":1,"user_openid":"x","content":"{}"}'
    const time = Math.floor(at.clock.now().getTime() / 1000)
    const digest = createHmac('sha256', at.network.app().clientSecret).update(`${time}.${body}`).digest('hex')
    const send = () =>
      fetch(`${origin}${prefix}/webhooks/tiktok`, {
        method: 'POST',
        headers: { 'TikTok-Signature': `t=${time},s=${digest}` },
        body,
      })

    await at.clock.advance(300)
    expect((await send()).status).toBe(200)
    await at.clock.advance(1)
    const late = await send()

    expect(late.status).toBe(401)
    expect(await late.text()).toBe('Refused.')
  })

  it('need no setup check', async () => {
    await using here = await receiving()

    const reply = await fetch(`${here.origin}${here.prefix}/webhooks/tiktok?hub.challenge=1`)

    expect(reply.ok).toBe(false)
    expect(reply.status).toBeLessThan(500)
  })
})

describe('the sign-in routes', () => {
  // Holds R-0400.
  it('send a person to TikTok and back, with the scopes of the routes', async () => {
    await using here = await receiving()
    const { at, origin, prefix } = here
    const start = await fetch(`${origin}${prefix}/connect/tiktok`, { redirect: 'manual' })
    const cookie = start.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const url = start.headers.get('location') ?? ''
    expect(new URL(url).searchParams.get('scope')).toBe('user.info.basic,video.upload')
    const { location } = at.network.approve({ url, person: 'bo' })

    const end = await fetch(`${origin}${prefix}/callback/tiktok${new URL(location).search}`, {
      headers: { cookie },
    })

    expect(end.status).toBe(200)
    const { step, connection_id: id } = (await end.json()) as { step: string; connection_id: string }
    expect(step).toBe('connected')
    expect((await at.storage.getConnection(id))?.accountName).toBe('Bo')
  })
})
