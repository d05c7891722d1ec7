import {
  AuthError,
  ConfigError,
  fromRecord,
  InMemoryStorage,
  type LoginStep,
  Media,
  MissingPermissionError,
  SocialClient,
  toRecord,
  TokenExpiredError,
} from '@social/core'
import { samplePng } from '@social/emulator'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from '../__fixtures__/at-emulator.js'
import { approveAtRealPage } from '../__fixtures__/real-page.js'
import { makePerson, realBluesky, startRealPds } from '../__fixtures__/real-pds.js'

type Network = Awaited<ReturnType<typeof atEmulator>>

const redirectUri = 'http://127.0.0.1:8080/callback'
const picture = Media.fromBytes(samplePng(), { filename: 'a.png' })

let net: Network
beforeAll(async () => {
  net = await atEmulator({}, { oauth: {} })
})
beforeEach(() => net.clear())
afterAll(() => net.close())

async function start(
  network: Network,
  options: { hints?: Record<string, string>; scopes?: string[]; redirectUri?: string } = {},
) {
  const step = await network.client.startLogin('bluesky', {
    redirectUri: options.redirectUri ?? redirectUri,
    hints: { method: 'oauth', handle: 'ada.bsky.test', ...options.hints },
    ...(options.scopes && { scopes: options.scopes }),
  })
  if (step.step !== 'SEND_TO_NETWORK') throw new Error('the sign-in has no redirect')
  return step
}

/** Approves the sign-in at the emulator's page and returns the parameters of the callback. */
async function approve(url: string, person = 'ada', answer = 'approve'): Promise<Record<string, string>> {
  const page = await (await fetch(url)).text()
  const requestUri = /name="request_uri" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const did = net.network.state().people.find(({ handle }) => handle.startsWith(person))?.did ?? ''
  const back = await fetch(new URL('/oauth/authorize', url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request_uri: requestUri, did, answer }),
  })
  return Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
}

async function finish(
  network: Network,
  step: Awaited<ReturnType<typeof start>>,
  callback: Record<string, string>,
): Promise<LoginStep> {
  const { state, remember } = step
  return network.client.finishLogin('bluesky', { redirectUri, state, remember, callback })
}

async function signIn(network = net, options: Parameters<typeof start>[1] = {}) {
  const step = await start(network, options)
  const done = await finish(network, step, await approve(step.url))
  if (done.step !== 'FINISHED') throw new Error('the sign-in did not finish')
  return network.client.accountOf('bluesky', done.connection.id)
}

describe('a sign-in with OAuth', () => {
  it('pushes the request first, proves its key with the server’s nonce, and finds the account’s server', async () => {
    const step = await start(net)
    const { url, remember } = step

    expect(net.routes()).toEqual([
      'GET com.atproto.identity.resolveHandle',
      expect.stringMatching(/^GET \/did:plc:/),
      'GET /.well-known/oauth-protected-resource',
      'GET /.well-known/oauth-authorization-server',
      'POST /oauth/par',
      'POST /oauth/par',
    ])
    expect([...new URL(url).searchParams.keys()]).toEqual(['client_id', 'request_uri'])
    expect(JSON.stringify(step)).not.toContain(String(remember['verifier']))
    net.clear()

    const done = await finish(net, step, await approve(url))

    const { connection } = done as Extract<LoginStep, { step: 'FINISHED' }> // safe cast: `finish` can only return this step
    expect(connection).toMatchObject({
      accountName: '@ada.bsky.test',
      scopes: ['atproto', 'transition:generic', 'transition:chat.bsky'],
      token: { kind: 'DPOP' },
    })
    expect(connection.avatarUrl).toMatch(/\/img\/avatar\//)
    expect(connection.extra).toMatchObject({ signedInWith: 'oauth', directMessages: true })
    expect(connection.token.proofKey).toContain('"d"')
    expect(JSON.stringify(connection)).not.toContain(connection.token.accessToken)
    // The library reads the account's DID document again, because a server is accepted only for
    // accounts whose document names the server.
    expect(net.routes().filter((route) => route.startsWith('GET /did:'))).toHaveLength(1)
  })

  it('signs every call with a proof, and uses the nonce of the other server automatically', async () => {
    const account = await signIn()
    net.clear()
    const { id } = await account.post({ text: 'proven' })
    await account.deletePost(id)

    expect(net.routes()).toEqual([
      'POST com.atproto.repo.createRecord',
      'POST com.atproto.repo.createRecord',
      'POST com.atproto.repo.deleteRecord',
    ])
    const authorizations = net.emulator.requests('bluesky').map(({ headers }) => headers['authorization'])
    expect(authorizations.every((one) => one?.startsWith('DPoP '))).toBe(true)
    await net.clock.advance(200)
    await expect(account.profile()).resolves.toMatchObject({ name: '@ada.bsky.test' })
  })

  it('stores its key, and refreshes both tokens with it', async () => {
    const account = await signIn()
    const saved = await net.storage.getConnection(account.id)
    if (!saved) throw new Error('nothing is stored')
    const read = fromRecord(JSON.parse(JSON.stringify(toRecord(saved))))
    await net.storage.saveConnection(read as typeof saved) // safe cast: the record was written from a connection of this type
    await net.clock.advance(890)
    net.clear()

    await account.profile()

    const renewed = await net.storage.getConnection(account.id)
    expect(net.routes().filter((route) => route === 'POST /oauth/token')).toHaveLength(2)
    expect(renewed?.token.refreshToken).not.toBe(saved.token.refreshToken)
    expect(renewed?.token).toMatchObject({ kind: 'DPOP', proofKey: saved.token.proofKey })
    expect(renewed?.extra).toEqual(saved.extra)
  })

  it('ends when it is revoked', async () => {
    const account = await signIn()
    const saved = await net.storage.getConnection(account.id)
    if (!saved) throw new Error('nothing is stored')
    await net.client.disconnect(account.id)
    await net.storage.saveConnection(saved)

    expect(net.routes()).toContain('POST /oauth/revoke')
    await expect(account.profile()).rejects.toThrow(TokenExpiredError)
  })

  it('has no messages without their scope', async () => {
    const account = await signIn(net, { scopes: ['atproto', 'transition:generic'] })

    await expect(account.readConversations()).rejects.toThrow(MissingPermissionError)
  })

  it('uses the entryway without a handle and host', async () => {
    const step = await start(net, { hints: { handle: '' } })

    expect(new URL(step.url).origin).toBe(net.emulator.url('bluesky'))
  })

  it.each([
    ['the person refused', async (url: string) => approve(url, 'ada', 'deny')],
    ['another account signed in', async (url: string) => approve(url, 'bea')],
    [
      'another server responds',
      async (url: string) => ({ ...(await approve(url)), iss: 'https://evil.example' }),
    ],
    ['the issuer is missing', async (url: string) => ({ ...(await approve(url)), iss: '' })],
    ['the state differs', async (url: string) => ({ ...(await approve(url)), state: 'x' })],
    ['the code differs', async (url: string) => ({ ...(await approve(url)), code: 'x' })],
  ])('fails when %s', async (_what, answer) => {
    const step = await start(net)
    const callback = await answer(step.url)

    await expect(finish(net, step, callback)).rejects.toThrow(AuthError)
  })

  it('authenticates the application when it has a key', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const other = await atEmulator(
      {},
      {
        oauth: {
          clientId: 'https://app.example/networks/bluesky/client-metadata.json',
          redirectUris: ['https://app.example/callback'],
          privateKey: { ...(await exportJWK(privateKey)), kid: 'k1' },
        },
      },
    )
    await start(other, { redirectUri: 'https://app.example/callback' })
    const form = other.emulator.requests('bluesky').at(-1)?.form
    await other.close()

    expect(form).toMatchObject({
      client_id: 'https://app.example/networks/bluesky/client-metadata.json',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
  })

  it('is refused without OAuth settings, and for a development client with another redirect URI', async () => {
    const plain = await atEmulator()
    await expect(start(plain)).rejects.toThrow(ConfigError)
    await plain.close()
    await expect(start(net, { redirectUri: 'https://app.example/callback' })).rejects.toThrow(/clientId/)
  })
})

const pds = await startRealPds()
afterAll(() => pds?.stop())

describe.runIf(pds !== null)('a real server', () => {
  it('signs a person in at its own page, accepts calls with proofs, refreshes, and ends the session', async () => {
    if (!pds) return
    const person = await makePerson(pds, 'gia')
    const storage = new InMemoryStorage()
    const platform = realBluesky(pds, { oauth: {} })
    const client = new SocialClient({ storage, allowLoopback: true, platforms: { bluesky: platform } })
    const step = await client.startLogin('bluesky', {
      redirectUri,
      hints: { method: 'oauth', handle: person.handle },
    })
    if (step.step !== 'SEND_TO_NETWORK') throw new Error('the sign-in has no redirect')
    const callback = await approveAtRealPage(step.url, { ...person, password: 'the-password-of-gia' })
    const { state, remember } = step
    const done = await client.finishLogin('bluesky', { redirectUri, state, remember, callback })
    if (done.step !== 'FINISHED') throw new Error('the sign-in did not finish')
    const { connection } = done
    const account = client.accountOf('bluesky', connection.id)

    expect(connection).toMatchObject({
      id: `bluesky:${person.did}`,
      accountName: '@gia.test',
      scopes: ['atproto', 'transition:generic', 'transition:chat.bsky'],
      token: { kind: 'DPOP' },
    })
    const { id } = await account.post({ text: 'proven', media: [picture] })
    await account.deletePost(id)

    // The token is stored as expired, so the next call refreshes it first.
    const { accessToken, refreshToken, proofKey } = connection.token
    await storage.saveConnection(
      connection.with({
        token: { accessToken, refreshToken, proofKey, kind: 'DPOP', expiresAt: new Date(0) },
      }),
    )
    await account.post({ text: 'renewed' })
    const renewed = await storage.getConnection(connection.id)
    expect(renewed?.token.accessToken).not.toBe(accessToken)
    expect(renewed?.token.refreshToken).not.toBe(refreshToken)

    await client.disconnect(connection.id)
    if (renewed) await storage.saveConnection(renewed)
    await expect(account.post({ text: 'too late' })).rejects.toThrow(TokenExpiredError)
    await client.close()
  })
})
