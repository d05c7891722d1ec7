import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  Connection,
  InvalidPostError,
  Media,
  NotFoundError,
  RateLimitError,
  SocialClient,
  Token,
  whatNext,
} from '@social/core'
import { systemClock } from '@social/core/platform'
import { startEmulator } from '@social/emulator'
import { mastodonNetwork } from '@social/emulator/mastodon'
import { aConnection, aPicture } from '@social/testkit/application'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { signIn } from './__fixtures__/sign-in.js'

/** Lifetime of the emulated server's tokens in seconds. */
const LIFETIME_SECONDS = 7_200

const ours = { Connection, InvalidPostError, Media, NotFoundError, SocialClient, Token }

/**
 * Loads a second copy of core and of packages that depend on core. A wrong installation gives an
 * application two such copies.
 */
async function anotherCopy() {
  vi.resetModules()
  const core = await import('@social/core')
  const { Routes } = await import('@social/core/routes')
  const { mastodon } = await import('@social/mastodon')
  const { sqliteStores } = await import('@social/sqlite')
  const testkit = await import('@social/testkit')
  return { ...core, Routes, mastodon, sqliteStores, testkit }
}

let theirs: Awaited<ReturnType<typeof anotherCopy>>
let emulator: Awaited<ReturnType<typeof startMastodon>>
let folder: string
let aheadSeconds: number
const open: { close(): unknown }[] = []

const startMastodon = () =>
  startEmulator({
    networks: [mastodonNetwork({ expiringTokens: { lifetimeSeconds: LIFETIME_SECONDS, rotates: true } })],
  })

beforeEach(async () => {
  theirs = await anotherCopy()
  emulator = await startMastodon()
  folder = await mkdtemp(join(tmpdir(), 'social-'))
  aheadSeconds = 0
})

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await emulator.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Creates a client of the first copy of core. Its network and its stores belong to the second
 * copy.
 */
function aMixedClient() {
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) }
  const stores = theirs.sqliteStores(join(folder, 'social.db'), { clock })
  const client = new SocialClient({
    ...stores,
    platforms: { mastodon: theirs.mastodon() },
    allowLoopback: true,
    retries: { firstWaitSeconds: 0.01 },
    clock,
  })
  open.push(client, stores)
  return client
}

describe('two copies of core in one process', () => {
  it('share no class', () => {
    for (const name of ['Token', 'Connection', 'SocialClient', 'Media', 'NotFoundError'] as const)
      expect(theirs[name]).not.toBe(ours[name])
  })

  it('sign in, post a picture that the other copy opened, and read the post', async () => {
    const client = aMixedClient()
    const { id } = await signIn(client, emulator)
    const account = client.accountOf('mastodon', id)

    const posted = await account.post({ text: 'Two copies', media: [theirs.testkit.aPicture(), aPicture()] })

    expect((await account.readPost(posted.id)).text).toBe('Two copies')
  })

  it('renew a token: the platform of the other copy requests it, ours saves and sends it', async () => {
    const client = aMixedClient()
    const { id, token } = await signIn(client, emulator)
    aheadSeconds = LIFETIME_SECONDS - 1

    await client.accountOf('mastodon', id).profile()

    const stored = await client.storage.getConnection(id)
    expect(stored?.token.refreshToken).not.toBe(token.refreshToken)
    expect(emulator.counts('mastodon')['POST /oauth/token']).toBe(2)
  })

  it('recognize errors of both copies, and recommend the same actions', async () => {
    const client = aMixedClient()
    const { id } = await signIn(client, emulator)
    const account = client.accountOf('mastodon', id)

    for (const [work, kind] of [
      [() => account.readPost('404404'), 'NotFoundError'],
      [() => account.post({ text: 'a'.repeat(501) }), 'InvalidPostError'],
      [
        () => account.post({ text: 'a', media: [theirs.Media.fromFile(join(folder, 'gone.png'))] }),
        'InvalidPostError',
      ],
    ] as const) {
      const error: unknown = await work().catch((thrown: unknown) => thrown)
      expect(ours[kind].is(error)).toBe(true)
      expect(theirs[kind].is(error)).toBe(true)
      expect(RateLimitError.is(error)).toBe(false)
      expect(whatNext(error)).toEqual(theirs.whatNext(error))
    }
  })

  it('serve a client of one copy by the routes of the other', async () => {
    const client = aMixedClient()
    const host = emulator.host('mastodon')
    const base = 'https://app.example/social'
    await client.createApp('mastodon', { name: 'App', redirectUri: `${base}/callback/mastodon`, host })
    const routes = new theirs.Routes(client, { redirectUri: `${base}/callback/{platform}` })

    const away = await routes.handle(new Request(`${base}/connect/mastodon?host=${host}`))
    const lost = await routes.handle(new Request(`${base}/connect/mastodon?host=nobody.invalid`))

    expect(away.headers.get('location')).toContain('/oauth/authorize?response_type=code')
    expect(lost.status).toBe(400)
  })

  it('build a connection around a token of the other copy, its secrets included', () => {
    const token = new theirs.Token({ accessToken: 'access', refreshToken: 'refresh', proofKey: 'key' })

    for (const connection of [
      aConnection({ token }),
      aConnection().withToken(token),
      new Connection({ platform: 'fake', accountId: '1', accountName: 'one', token }),
    ]) {
      const { accessToken, refreshToken, proofKey } = connection.token
      expect([accessToken, refreshToken, proofKey]).toEqual(['access', 'refresh', 'key'])
    }
  })
})
