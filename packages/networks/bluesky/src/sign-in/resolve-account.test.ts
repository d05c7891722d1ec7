import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { AuthError, ConfigError, NetworkError } from '@social/core/platform'
import { aLoginCall, aLoginRequest, type LoginCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { bluesky } from '../platform.js'
import { checkName, serverOf } from './resolve-account.js'

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'
const RESOLVE = 'GET /xrpc/com.atproto.identity.resolveHandle'
const SESSION = 'POST /xrpc/com.atproto.server.createSession'

const documentOf = (changes: object = {}) => ({
  id: DID,
  alsoKnownAs: ['at://ada.example.com'],
  service: [
    { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'https://pds.example.com' },
  ],
  ...changes,
})
const pdsAt = (serviceEndpoint: unknown, id = '#atproto_pds', type = 'AtprotoPersonalDataServer') =>
  documentOf({ service: [{ id, type, serviceEndpoint }] })
const session = { accessJwt: 'a.b.c', refreshJwt: 'd.e.f', did: DID, handle: 'ada.example.com' }

function callOf(replies: LoginCallSettings['replies'] = {}) {
  return aLoginCall({
    platform: bluesky(),
    retries: { attempts: 1 },
    replies: { [RESOLVE]: { did: DID }, [`GET /${DID}`]: documentOf(), [SESSION]: session, ...replies },
  })
}

async function finish(call = callOf(), handle = 'ada.example.com', host: string | null = null) {
  const step = await bluesky().finishLogin(
    { ...aLoginRequest({ host, app: null }), remember: {} },
    { handle, app_password: 'secret-pass-word-here' },
    call,
  )
  if (step.step !== 'FINISHED') throw new Error('the sign-in did not finish')
  return step.connection
}

/** Returns the hosts that received a request. */
const hostsOf = ({ transport }: ReturnType<typeof callOf>) =>
  transport.requests.map(({ url }) => new URL(url).host)

describe('the account behind a handle', () => {
  it('is resolved by Bluesky’s resolver and directory, and signed in at its own server', async () => {
    const call = callOf()
    const connection = await finish(call)

    expect(connection.host).toBe('pds.example.com')
    expect(hostsOf(call)).toEqual([
      'public.api.bsky.app',
      'plc.directory',
      'pds.example.com',
      'pds.example.com',
    ])
    const sent = call.transport.requestsTo(SESSION)
    expect(sent[0]?.json).toEqual({ identifier: 'ada.example.com', password: 'secret-pass-word-here' })
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })

  it('can be given as a DID, with the server’s full name in the document', async () => {
    const call = callOf({ [`GET /${DID}`]: pdsAt('https://other.example.com', `${DID}#atproto_pds`) })

    expect((await finish(call, DID)).host).toBe('other.example.com')
  })

  it('can be a did:web', async () => {
    const did = 'did:web:ada.example.com'
    const call = callOf({
      [RESOLVE]: { did },
      'GET /.well-known/did.json': documentOf({ id: did }),
      [SESSION]: { ...session, did },
    })

    expect((await finish(call)).id).toBe(`bluesky:${did}`)
    expect(hostsOf(call)).toContain('ada.example.com')
  })

  it('is resolved by the handle’s own domain when the resolver is down', async () => {
    const call = callOf({ [RESOLVE]: { status: 503 }, 'GET /.well-known/atproto-did': `${DID}\n` })

    expect((await finish(call)).accountId).toBe(DID)
    const down = callOf({ [RESOLVE]: new NetworkError('cut') })
    await expect(finish(down)).rejects.toThrow(NetworkError)
  })

  it.each([
    [
      'does not contain the handle',
      documentOf({ alsoKnownAs: ['at://someone.else'] }),
      /does not contain this handle/,
    ],
    ['names no server', documentOf({ service: [] }), /names no server/],
    [
      'names a server of another type',
      pdsAt('https://pds.example.com', '#atproto_pds', 'Other'),
      /no server/,
    ],
    [
      'describes another account',
      documentOf({ id: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }),
      /different account/,
    ],
    ['does not exist', { status: 404, body: { message: 'not registered' } }, /does not exist/],
    ['was closed', { status: 410, body: { message: 'tombstone' } }, /does not exist/],
  ])('that %s is refused, and the password is not sent', async (_what, document, message) => {
    const call = callOf({ [`GET /${DID}`]: document })
    const failure: unknown = await finish(call).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(AuthError)
    expect(String(failure)).toMatch(message)
    expect(call.transport.requestsTo(SESSION)).toEqual([])
  })

  it.each(['did:key:abc', 'did:web:10.0.0.1', 'did:web:localhost'])('%s is refused', async (did) => {
    const call = callOf({ [RESOLVE]: { did } })

    await expect(finish(call)).rejects.toThrow(AuthError)
    expect(call.transport.requestsTo(SESSION)).toEqual([])
  })

  it('causes an AuthError for a private host in the document, and a ConfigError for a private directory', async () => {
    const inside = new ConfigError('This leads to a private address.')
    const did = 'did:web:ada.example.com'
    const named = callOf({ [RESOLVE]: { did }, 'GET /.well-known/did.json': inside })
    await expect(finish(named)).rejects.toMatchObject({ code: 'AUTH', cause: inside })
    await expect(finish(callOf({ [`GET /${DID}`]: inside }))).rejects.toBe(inside)
  })

  it('is refused when the server signs in another account', async () => {
    const call = callOf({ [SESSION]: { ...session, did: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' } })

    await expect(finish(call)).rejects.toThrow(AuthError)
  })

  it('is found after a sign-in at the entryway without a document in the response', async () => {
    const call = callOf()

    expect((await finish(call, 'ada@example.com')).host).toBe('pds.example.com')
    expect(hostsOf(call).slice(0, 2)).toEqual(['bsky.social', 'plc.directory'])
  })

  it('has a lifetime of a minute for an unreadable token, and no name from an invalid handle', async () => {
    const call = callOf({
      [SESSION]: { ...session, handle: 'handle.invalid', active: false, status: 'deactivated' },
    })
    const connection = await finish(call)

    expect(connection.accountName).toBe(DID)
    expect(connection.token.expiresAt?.getTime()).toBe(call.clock.now().getTime() + 60_000)
    expect(connection.extra).toMatchObject({ directMessages: null, status: 'deactivated' })
  })
})

describe('a document', () => {
  const call = callOf()

  it.each([
    [
      'services',
      (letters: number) =>
        documentOf({ service: Array.from({ length: letters / 32 }, () => ({ id: '#x' })) }),
    ],
    ['a long URL', (letters: number) => pdsAt(`https://${'a.'.repeat(letters / 2)}com`)],
    ['slashes', (letters: number) => pdsAt(`https://pds.example.com${'/'.repeat(letters)}x`)],
    ['a long id', (letters: number) => pdsAt('https://pds.example.com', '#'.repeat(letters))],
  ])('is read in linear time: %s', (_what, make) => {
    expect(growthOf((document: object) => serverOf(document, call), make)).toBeLessThan(MAX_GROWTH)
  })

  it.each([
    ['labels', (letters: number) => 'a.'.repeat(letters / 2)],
    ['one label', (letters: number) => 'a'.repeat(letters)],
    ['hyphens', (letters: number) => `a${'-'.repeat(letters)}`],
    ['a DID', (letters: number) => `did:web:${'a'.repeat(letters)}!`],
  ])('has a handle that is validated in linear time: %s', (_what, make) => {
    expect(growthOf(checkName, make)).toBeLessThan(MAX_GROWTH)
  })
})
