import { AuthError, PlatformError, RateLimitError, TokenExpiredError } from '@social/core'
import { WITHOUT_MESSAGES } from '@social/emulator/bluesky'
import { describe, expect, it } from 'vitest'

import { atEmulator } from '../__fixtures__/at-emulator.js'
import { sharedEmulator } from '../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

describe('a sign-in', () => {
  // Holds R-0101, R-0128.
  it('finds the server from the handle, and reads the avatar with one more request', async () => {
    const start = await at.net.client.startLogin('bluesky', { redirectUri: 'https://app.example/callback' })
    expect(start).toMatchObject({
      step: 'ASK_FOR_DETAILS',
      fields: [
        { name: 'handle', label: 'Handle', secret: false },
        { name: 'app_password', label: 'App password', secret: true },
      ],
    })
    at.net.clear()

    const account = await at.net.signIn('@Ada.bsky.test\u202C ')

    expect(at.net.routes()).toEqual([
      'GET com.atproto.identity.resolveHandle',
      `GET /${at.didOf('ada.bsky.test')}`,
      'POST com.atproto.server.createSession',
      'GET app.bsky.actor.getProfile',
    ])
    const connection = await at.net.storage.getConnection(account.id)
    expect(connection).toMatchObject({
      id: `bluesky:${at.didOf('ada.bsky.test')}`,
      accountName: '@ada.bsky.test',
      host: at.net.emulator.host('bluesky'),
      scopes: [],
    })
    expect(connection?.avatarUrl).toMatch(/\/img\/avatar\/did:plc:/)
    expect(connection?.extra).toMatchObject({ handle: 'ada.bsky.test', directMessages: true })
  })

  it('accepts the app password in camel case too, and a given server', async () => {
    const step = await at.net.client.finishLogin('bluesky', {
      redirectUri: 'https://app.example/callback',
      state: 's',
      host: at.net.emulator.host('bluesky'),
      callback: { handle: 'bea.bsky.test', appPassword: WITHOUT_MESSAGES },
    })

    expect(step.step).toBe('FINISHED')
    expect(at.net.routes()).toContain('POST com.atproto.server.createSession')
  })

  it('with OAuth is refused without OAuth settings', async () => {
    at.net.clear()

    const starting = at.net.client.startLogin('bluesky', {
      redirectUri: 'https://app.example/callback',
      hints: { method: 'oauth', handle: 'ada.bsky.test' },
    })

    await expect(starting).rejects.toMatchObject({
      code: 'CONFIG',
      platform: 'bluesky',
      message: expect.stringContaining('bluesky({ oauth: {'),
    })
    expect(at.net.routes()).toEqual([])
  })

  it('accepts an e-mail address at the entryway', async () => {
    await at.net.signIn('ada@example.com')

    expect(at.net.routes()[0]).toBe('POST com.atproto.server.createSession')
  })

  // Holds R-0102.
  it('completes without an avatar when one attempt to read the profile fails', async () => {
    const fault = at.net.emulator
      .faults('bluesky')
      .add({ fault: 'status', status: 500, path: '/xrpc/app.bsky.actor.getProfile', count: 'all' })

    const account = await at.net.signIn()
    fault.remove()

    expect((await at.net.storage.getConnection(account.id))?.avatarUrl).toBeNull()
    expect(at.net.routes().filter((route) => route.endsWith('getProfile'))).toHaveLength(1)
    await at.net.signIn()
  })

  it.each([
    ['a wrong password', 'ada.bsky.test', 'nope', /app password/],
    ['the main password of the account', 'ada.bsky.test', 'the-password-of-ada.bsky.test', /main password/],
    ['a missing handle', 'nobody.bsky.test', 'nope', /No bluesky account/],
    ['an incomplete handle', 'ada', 'nope', /not a valid handle/],
    ['no handle', '', 'nope', /requires the handle/],
    ['no password', 'ada.bsky.test', ' ', /requires an app password/],
  ])('is refused for %s', async (_what, handle, password, message) => {
    const failure: unknown = await at.net.signIn(handle, password).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(AuthError)
    expect(String(failure)).toMatch(message)
    expect(String(failure)).not.toContain('nope')
  })

  it('is refused after too many attempts, with the waiting time', async () => {
    const other = await atEmulator({ sessionsPerFiveMinutes: 1 })
    await other.signIn()
    const failure: unknown = await other.signIn().catch((error: unknown) => error)
    await other.close()

    expect(failure).toBeInstanceOf(RateLimitError)
    expect(failure).toMatchObject({ retryAfter: expect.any(Number) })
  })
})

describe('a session', () => {
  // Holds R-0103, R-0140.
  it('is refreshed before its expiry, with both tokens, and saved before it is used', async () => {
    const before = await at.net.storage.getConnection(at.ada.id)
    await at.net.clock.advance(7100)
    await at.ada.profile()
    const after = await at.net.storage.getConnection(at.ada.id)

    expect(at.net.routes()).toEqual([
      'POST com.atproto.server.refreshSession',
      'GET app.bsky.actor.getProfile',
    ])
    expect(after?.token.accessToken).not.toBe(before?.token.accessToken)
    expect(after?.token.refreshToken).not.toBe(before?.token.refreshToken)
  })

  it('is refreshed once by concurrent calls', async () => {
    await at.net.clock.advance(7300)

    await Promise.all(Array.from({ length: 8 }, () => at.ada.profile()))

    expect(at.net.routes().filter((route) => route.includes('refreshSession'))).toHaveLength(1)
  })

  it('is refreshed when the server refuses the token with a 400', async () => {
    at.net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 400,
      body: { error: 'ExpiredToken', message: 'Token has expired' },
      path: '/xrpc/app.bsky.actor.getProfile',
    })

    await expect(at.ada.profile()).resolves.toMatchObject({ name: '@ada.bsky.test' })
  })

  it('that was revoked fails with TokenExpiredError, unlike an outage', async () => {
    const other = await atEmulator()
    const bea = await other.signIn('bea.bsky.test')
    await other.clock.advance(7300)
    const outage = other.emulator
      .faults('bluesky')
      .add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.server.refreshSession', count: 'all' })
    await expect(bea.profile()).rejects.toThrow(PlatformError)
    outage.remove()
    other.network.revokeAppPasswords({ person: 'bea' })
    await expect(bea.profile()).rejects.toThrow(TokenExpiredError)
    await other.close()
  })

  it('is deleted at the server when the account is disconnected', async () => {
    const bea = await at.net.signIn('bea.bsky.test')
    at.net.clear()

    await at.net.client.disconnect(bea.id)

    expect(at.net.routes()).toEqual(['POST com.atproto.server.deleteSession'])
  })
})

describe('a token refresh', () => {
  it.each([
    ['lost', { fault: 'replyLost' }],
    ['truncated', { fault: 'dropMidBody' }],
    ['unreadable', { fault: 'status', status: 200, body: '<html>', afterEffect: true }],
    ['a 502 after it took effect', { fault: 'status', status: 502, afterEffect: true }],
  ] as const)(
    'with a response that is %s is repeated, as the reference server allows',
    async (_what, fault) => {
      const other = await atEmulator({ forgivesReuse: true })
      const bea = await other.signIn('bea.bsky.test')
      await other.clock.advance(7300)
      other.emulator.faults('bluesky').add({ ...fault, path: '/xrpc/com.atproto.server.refreshSession' })

      await expect(bea.profile()).resolves.toMatchObject({ name: '@bea.bsky.test' })
      await other.close()
    },
  )
})
