import { AuthError, ConfigError, statusFor } from '@social/core'
import { aLoginCall, aLoginRequest, type LoginCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import type { BlueskyOptions } from '../options.js'
import { bluesky } from '../platform.js'

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'
const RESOLVE = 'GET /xrpc/com.atproto.identity.resolveHandle'
const DOCUMENT = `GET /${DID}`
const SESSION = 'POST /xrpc/com.atproto.server.createSession'
const RESOURCE = 'GET /.well-known/oauth-protected-resource'
const SERVER = 'GET /.well-known/oauth-authorization-server'

const pdsAt = (serviceEndpoint: unknown) => ({
  id: DID,
  alsoKnownAs: ['at://ada.example.com'],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }],
})
const session = { accessJwt: 'a.b.c', refreshJwt: 'd.e.f', did: DID, handle: 'ada.example.com' }
const oauthAt = (changes: object = {}) => ({
  issuer: 'https://approve.example.com',
  authorization_endpoint: 'https://approve.example.com/authorize',
  pushed_authorization_request_endpoint: 'https://approve.example.com/par',
  token_endpoint: 'https://approve.example.com/token',
  revocation_endpoint: 'https://approve.example.com/revoke',
  ...changes,
})

function callOf(replies: LoginCallSettings['replies'] = {}) {
  return aLoginCall({
    platform: bluesky(),
    retries: { attempts: 1 },
    replies: {
      [RESOLVE]: { did: DID },
      [DOCUMENT]: pdsAt('https://pds.example.com'),
      [SESSION]: session,
      [RESOURCE]: { authorization_servers: ['https://approve.example.com'] },
      [SERVER]: oauthAt(),
      'POST /par': { request_uri: 'urn:x' },
      ...replies,
    },
  })
}

type LoginCall = ReturnType<typeof callOf>

/** Input of a sign-in: host and hints from the visitor, options from the application. */
interface SignInInput {
  readonly host?: string | null
  readonly hints?: Readonly<Record<string, string>>
  readonly options?: BlueskyOptions
}

/** Signs in as the routes do: starts the sign-in, then sends the form. */
async function signIn(call: LoginCall, handle = 'ada.example.com', input: SignInInput = {}) {
  const { host = null, hints = {}, options } = input
  const platform = bluesky(options)
  const login = { ...aLoginRequest({ host, app: null }), hints }
  const start = await platform.startLogin(login, call)
  if (start.step !== 'ASK_FOR_DETAILS') throw new Error('the sign-in did not request details')
  const { remember } = start
  const answers = { handle, app_password: 'secret-pass-word-here' }
  const step = await platform.finishLogin({ ...login, remember }, answers, call)
  if (step.step !== 'FINISHED') throw new Error('the sign-in did not finish')
  return { start, connection: step.connection }
}

const startOauth = (call: LoginCall) =>
  bluesky({ oauth: {} }).startLogin(
    {
      ...aLoginRequest({ app: null, redirectUri: 'http://127.0.0.1/callback' }),
      hints: { method: 'oauth', handle: 'ada.example.com' },
    },
    call,
  )

/** Returns the hosts that received a password. */
const passwordsWentTo = ({ transport }: LoginCall) =>
  transport.requestsTo(SESSION).map(({ url }) => new URL(url).host)

/** Server URLs that the library must refuse. */
const ODD: readonly (readonly [string, string])[] = [
  ['plain http', 'http://pds.example.com'],
  ['another protocol', 'ftp://pds.example.com'],
  ['a script', 'javascript:alert(1)'],
  ['no protocol', 'pds.example.com'],
  ['text with spaces', 'my own server'],
  ['nothing', ''],
  ['an incomplete URL', 'https://'],
  ['an invalid port', 'https://pds.example.com:99999'],
  ['a password', 'https://a:b@pds.example.com'],
  ['loopback', 'https://127.0.0.1'],
  ['localhost', 'https://localhost:3000'],
  ['loopback in hexadecimal', 'https://0x7f.1'],
  ['loopback in IPv6', 'https://[::1]'],
  ['loopback in IPv4-mapped IPv6', 'https://[::ffff:127.0.0.1]'],
  ['a private address', 'https://10.1.2.3'],
  ['a private address in IPv6', 'https://[fd00::1]'],
  ['the cloud metadata address', 'https://169.254.169.254'],
  ['a host without a dot', 'https://pds'],
  ['an internal host', 'https://metadata.internal'],
  ['a very long name', `https://${'a'.repeat(5000)}.example.com`],
]

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
}

describe('a server in a DID document', () => {
  it.each(ODD)('with %s is an AuthError, and the password is not sent', async (_what, address) => {
    const call = callOf({ [DOCUMENT]: pdsAt(address) })
    const refusal = await refusalOf(signIn(call))

    expect(refusal).toBeInstanceOf(AuthError)
    expect(refusal).toMatchObject({ platform: 'bluesky' })
    expect(statusFor(refusal)).toBe(401)
    expect(passwordsWentTo(call)).toEqual([])
  })

  it.each([null, 42, {}, ['https://pds.example.com'], true])(
    'with the value %j is an AuthError, and the password is not sent',
    async (address) => {
      const call = callOf({ [DOCUMENT]: pdsAt(address) })

      expect(await refusalOf(signIn(call))).toBeInstanceOf(AuthError)
      expect(passwordsWentTo(call)).toEqual([])
    },
  )

  it.each(['[]', '"x"', 'null', '{', '<html>', '{"id":7}', `{"id":"${DID}","service":"x"}`])(
    'is not read from the document %s',
    async (body) => {
      const call = callOf({ [DOCUMENT]: { status: 200, body } })

      expect(statusFor(await refusalOf(signIn(call)))).toBe(401)
      expect(passwordsWentTo(call)).toEqual([])
    },
  )

  it('whose host resolves to a private address is an AuthError too', async () => {
    const guard = new ConfigError(
      'bluesky cannot use pds.example.com: it is not a host on the public internet.',
    )
    const call = callOf({ [SESSION]: guard })

    expect(await refusalOf(signIn(call))).toBeInstanceOf(AuthError)
  })

  it.each([
    'did:web:10.0.0.1',
    'did:web:localhost',
    'did:web:%',
    'did:web:a%2Fb',
    'did:web:pds',
    'did:key:abc',
  ])('is not found for the account %s, and the password is not sent', async (did) => {
    const call = callOf({ [RESOLVE]: { did } })

    expect(await refusalOf(signIn(call))).toBeInstanceOf(AuthError)
    expect(passwordsWentTo(call)).toEqual([])
  })

  const OAUTH_PLACES = [
    'issuer',
    'authorization_endpoint',
    'pushed_authorization_request_endpoint',
    'token_endpoint',
    'revocation_endpoint',
  ]
  it.each(OAUTH_PLACES.flatMap((place) => ODD.map(([what, address]) => [place, what, address] as const)))(
    'as %s with %s is an AuthError, and is not used',
    async (place, _what, address) => {
      const call = callOf({
        [SERVER]: oauthAt({ [place]: address }),
        ...(place === 'issuer' && { [RESOURCE]: { authorization_servers: [address] } }),
      })
      const refusal = await refusalOf(startOauth(call))

      expect(refusal).toBeInstanceOf(AuthError)
      expect(call.transport.requestsTo('POST /par')).toEqual([])
    },
  )

  it('approves sign-ins when all its URLs are public', async () => {
    expect(await startOauth(callOf())).toMatchObject({ step: 'SEND_TO_NETWORK' })
  })
})

describe('a password', () => {
  it('is sent to the server in the handle’s own document, which the form displays when it is known', async () => {
    const call = callOf()
    const { start, connection } = await signIn(call, 'ada.example.com', {
      hints: { handle: '@Ada.example.com' },
    })

    expect(start).toMatchObject({ host: 'pds.example.com' })
    expect(start).toMatchObject({
      fields: [{}, { helpText: expect.stringContaining('only to pds.example.com') }],
    })
    expect(connection.host).toBe('pds.example.com')
    expect(passwordsWentTo(call)).toEqual(['pds.example.com'])
  })

  it('is sent to the requested server when the document matches', async () => {
    const call = callOf()
    const { start } = await signIn(call, 'ada.example.com', { host: 'PDS.example.com' })

    expect(start).toMatchObject({ host: 'pds.example.com' })
    expect(passwordsWentTo(call)).toEqual(['pds.example.com'])
  })

  it.each([
    [
      'a visitor',
      'ada.example.com',
      { host: 'evil.example' },
      /names the server pds\.example\.com, not evil\.example/,
    ],
    ['a visitor, by DID', DID, { host: 'evil.example' }, /names the server pds\.example\.com/],
    ['a visitor, with an e-mail address', 'ada@example.com', { host: 'evil.example' }, /with the handle/],
    [
      'a link with another handle',
      'ada@example.com',
      { hints: { handle: 'ada.example.com' } },
      /with the handle/,
    ],
  ])('is never sent to the server chosen by %s', async (_who, handle, input, message) => {
    const call = callOf()
    const refusal = await refusalOf(signIn(call, handle, input))

    expect(refusal).toBeInstanceOf(AuthError)
    expect(String(refusal)).toMatch(message)
    expect(String(refusal)).not.toContain('secret-pass')
    expect(passwordsWentTo(call)).toEqual([])
  })

  it('with an e-mail address is sent to the configured entryway', async () => {
    const call = callOf()
    await signIn(call, 'ada@example.com', {
      options: { addresses: { entryway: 'https://pds.company.example' } },
    })

    expect(passwordsWentTo(call)).toEqual(['pds.company.example'])
  })

  it('is not requested for an invalid server', async () => {
    expect(await refusalOf(signIn(callOf(), 'ada.example.com', { host: '192.168.0.1' }))).toBeInstanceOf(
      ConfigError,
    )
  })
})
