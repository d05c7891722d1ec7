import { createHmac } from 'node:crypto'

import { bluesky } from '@social/bluesky'
import { ConfigError, InMemoryStorage, NotSupportedError, SignatureError, SocialClient } from '@social/core'
import type { Platform } from '@social/core/platform'
import { Routes } from '@social/core/routes'
import { facebook } from '@social/facebook'
import { googleBusiness } from '@social/google-business'
import { instagram } from '@social/instagram'
import { mastodon } from '@social/mastodon'
import { pinterest } from '@social/pinterest'
import { aConnection, FakeClock, RecordingTransport } from '@social/testkit/application'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { tiktokBusiness } from '@social/tiktok-business'
import { x } from '@social/x'
import { youtube } from '@social/youtube'
import { describe, expect, it } from 'vitest'

const PLATFORMS: Readonly<Record<string, Platform>> = {
  bluesky: bluesky(),
  facebook: facebook(),
  google_business: googleBusiness(),
  instagram: instagram(),
  mastodon: mastodon(),
  pinterest: pinterest(),
  threads: threads(),
  tiktok: tiktok(),
  tiktok_business: tiktokBusiness({ webhooks: true }),
  x: x(),
  youtube: youtube(),
}

/** Operations of an account, each with the feature that it requires and its arguments. */
const OPERATIONS = [
  ['READ_STATS', 'readStats', ['1']],
  ['DELETE_POST', 'deletePost', ['1']],
  ['READ_POST', 'readPost', ['1']],
  ['READ_THREAD', 'readThread', ['1']],
  ['REPLY_TO_COMMENTS', 'reply', ['1', 'Hello']],
  ['LIKE', 'like', ['1']],
  ['LIKE', 'unlike', ['1']],
  ['READ_LIKES', 'readLikes', ['1']],
  ['READ_UPDATES_AFTER', 'fetchUpdatesAfter', [null]],
  ['READ_UPDATES_AFTER', 'markSeen', ['1']],
  ['MESSAGES', 'readConversations', []],
  ['MESSAGES', 'readMessages', ['1']],
  ['MESSAGES', 'sendMessage', ['1', 'Hello']],
  ['MESSAGES', 'markRead', ['1']],
  ['START_CONVERSATIONS', 'startConversation', [['1'], 'Hello']],
] as const

/** Developer portals of the networks whose apps a person creates by hand. */
const PORTALS = {
  facebook: 'developers.facebook.com',
  google_business: 'console.cloud.google.com',
  instagram: 'developers.facebook.com',
  pinterest: 'developers.pinterest.com',
  threads: 'developers.facebook.com',
  tiktok: 'developers.tiktok.com',
  tiktok_business: 'business-api.tiktok.com',
  x: 'developer.x.com',
  youtube: 'console.cloud.google.com',
}

const REDIRECT_URI = 'https://app.example/social/callback/{platform}'

function aClientOf(name: string) {
  const platform = PLATFORMS[name]
  if (platform === undefined) throw new Error(`The test has no network "${name}".`)
  const connection = aConnection({ platform: name })
  const transport = new RecordingTransport()
  const clock = new FakeClock()
  const client = new SocialClient({
    storage: new InMemoryStorage({ connections: [connection] }),
    platforms: { [name]: platform },
    transport,
    clock,
  })
  const account = client.account(connection.id)
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    (account as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>)[method]?.(
      ...args,
    ) ?? Promise.reject(new Error(`account.${method} does not exist.`)) // the rejection reports a missing method, because the test calls methods by name
  return { platform, client, transport, clock, call }
}

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe.each(Object.keys(PLATFORMS))('%s', (name) => {
  // Holds R-0211, R-0229, R-0234, R-0235, R-0240.
  it('refuses each unsupported operation by its name, and sends nothing', async () => {
    const { platform, transport, call } = aClientOf(name)
    const off = OPERATIONS.filter(([flag]) => !platform.features.has(flag)).map(
      ([, method, args]) => [method, args] as const,
    )
    const onGoogle = ['getLocation', 'verificationOptions'] as const
    const all =
      name === 'google_business' ? off : [...off, ...onGoogle.map((method) => [method, []] as const)]
    for (const [method, args] of all) {
      const error: unknown = await call(method, args).catch((thrown: unknown) => thrown)
      expect([method, NotSupportedError.is(error)]).toEqual([method, true])
      expect(String(error)).toContain(name)
    }
    expect(transport.requests).toEqual([])
  })
})

// Holds R-0141, R-0191.
it.each(Object.entries(PORTALS))('%s cannot create an app, and names %s', async (name, portal) => {
  const { client, transport } = aClientOf(name)
  const making = client.createApp(name, { name: 'App', redirectUri: 'https://app.example/back' })
  await expect(making).rejects.toThrow(NotSupportedError)
  await expect(making).rejects.toThrow(portal)
  expect(transport.requests).toEqual([])
})

// Holds R-0135.
it.each([...Object.keys(PORTALS), 'mastodon'])('%s without an app names Storage.saveApp', async (name) => {
  const { client, transport } = aClientOf(name)
  const start = client.startLogin(name, {
    redirectUri: 'https://app.example/back',
    ...(name === 'mastodon' && { host: 'social.example' }),
  })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow('Storage.saveApp')
  expect(transport.requests).toEqual([])
})

// Holds R-0194.
it.each(['google_business', 'tiktok', 'tiktok_business'])(
  '%s has no setup check, and refuses to answer one',
  (name) => {
    const { client, platform } = aClientOf(name)
    const refusal = refusalOf(() => client.answerSetupCheck(name, {}, { verifyToken: 'token' }))
    expect(platform.features.has('PUSH_UPDATES')).toBe(true)
    expect(NotSupportedError.is(refusal)).toBe(true)
    expect(String(refusal)).toContain(name)
    expect(String(refusal)).not.toContain('sends no webhooks')
  },
)

// Holds R-0195, R-0263.
it.each(['bluesky', 'mastodon'])(
  '%s never pushes: the error of a webhook route names polling',
  async (name) => {
    const { client, platform } = aClientOf(name)
    const routes = new Routes(client, { redirectUri: REDIRECT_URI, deliver: () => {} })
    const pushed = { method: 'POST', body: '{}' }
    expect(platform.features.has('PUSH_UPDATES')).toBe(false)
    expect(
      (await routes.handle(new Request(`https://app.example/social/webhooks/${name}`, pushed))).status,
    ).toBe(400)
    const refusal = refusalOf(() => client.answerSetupCheck(name, {}, { verifyToken: 'token' }))
    expect(String(refusal)).toMatch(/sends no webhooks.*fetchUpdates/)
  },
)

// Holds R-0196, R-0197, R-0198.
it.each(['facebook', 'instagram', 'threads', 'tiktok', 'tiktok_business'])(
  '%s checks a signature over the exact bytes without a request',
  async (name) => {
    const { client, clock, transport } = aClientOf(name)
    const [body, secret] = ['{ "a" :\t"\\u00fc" }\n', 'secret of the app']
    const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const time = Math.floor(clock.now().getTime() / 1000)
    const headers: Readonly<Record<string, string>> = name.startsWith('tiktok')
      ? { 'tiktok-signature': `t=${time},s=${digest(`${time}.${body}`)}` }
      : { 'x-hub-signature-256': `sha256=${digest(body)}` }
    const check = (text: string, given = headers, key = secret) =>
      client.checkSignature(name, Buffer.from(text), given, { secret: key })

    await expect(check(body)).resolves.toBeUndefined()
    await expect(check(`${body} `)).rejects.toThrow(SignatureError)
    await expect(check(body, {})).rejects.toThrow(SignatureError)
    await expect(check(body, headers, 'another secret')).rejects.toThrow(SignatureError)
    expect(transport.requests).toEqual([])
  },
)
