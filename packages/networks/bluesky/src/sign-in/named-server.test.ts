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

/** What a visitor may choose, and what is remembered of the start. */
interface Wishes {
  readonly host?: string | null
  readonly hints?: Readonly<Record<string, string>>
  readonly options?: BlueskyOptions
}

/** Signs in as the routes do: start, then the form. */
async function signIn(call: LoginCall, handle = 'ada.example.com', wishes: Wishes = {}) {
  const { host = null, hints = {}, options } = wishes
  const platform = bluesky(options)
  const login = { ...aLoginRequest({ host, app: null }), hints }
  const start = await platform.startLogin(login, call)
  if (start.step !== 'ASK_FOR_DETAILS') throw new Error('the sign-in did not ask')
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

/** Hosts that a password went to. */
const passwordsWentTo = ({ transport }: LoginCall) =>
  transport.requestsTo(SESSION).map(({ url }) => new URL(url).host)

/** Addresses of servers that nobody may be sent to. */
const ODD: readonly (readonly [string, string])[] = [
  ['plain http', 'http://pds.example.com'],
  ['another protocol', 'ftp://pds.example.com'],
  ['a script', 'javascript:alert(1)'],
  ['no protocol', 'pds.example.com'],
  ['words', 'my own server'],
  ['nothing', ''],
  ['half an address', 'https://'],
  ['a port that is none', 'https://pds.example.com:99999'],
  ['a password', 'https://a:b@pds.example.com'],
  ['this machine', 'https://127.0.0.1'],
  ['this machine by name', 'https://localhost:3000'],
  ['this machine, written oddly', 'https://0x7f.1'],
  ['this machine in IPv6', 'https://[::1]'],
  ['this machine in IPv4 within IPv6', 'https://[::ffff:127.0.0.1]'],
  ['a private address', 'https://10.1.2.3'],
  ['a private address in IPv6', 'https://[fd00::1]'],
  ['the cloud’s own address', 'https://169.254.169.254'],
  ['a name of one word', 'https://pds'],
  ['a name of this house', 'https://metadata.internal'],
  ['a very long name', `https://${'a'.repeat(5000)}.example.com`],
]

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
}

describe('a server that a document names', () => {
  it.each(ODD)('as %s is an AuthError, and the password goes nowhere', async (_what, address) => {
    const call = callOf({ [DOCUMENT]: pdsAt(address) })
    const refusal = await refusalOf(signIn(call))

    expect(refusal).toBeInstanceOf(AuthError)
    expect(refusal).toMatchObject({ platform: 'bluesky' })
    expect(statusFor(refusal)).toBe(401)
    expect(passwordsWentTo(call)).toEqual([])
  })

  it.each([null, 42, {}, ['https://pds.example.com'], true])(
    'as %j is an AuthError, and the password goes nowhere',
    async (address) => {
      const call = callOf({ [DOCUMENT]: pdsAt(address) })

      expect(await refusalOf(signIn(call))).toBeInstanceOf(AuthError)
      expect(passwordsWentTo(call)).toEqual([])
    },
  )

  it.each(['[]', '"x"', 'null', '{', '<html>', '{"id":7}', `{"id":"${DID}","service":"x"}`])(
    'is not believed from the document %s',
    async (body) => {
      const call = callOf({ [DOCUMENT]: { status: 200, body } })

      expect(statusFor(await refusalOf(signIn(call)))).toBe(401)
      expect(passwordsWentTo(call)).toEqual([])
    },
  )

  it('whose name leads to a private address is an AuthError too', async () => {
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
  ])('cannot be found for the account %s, and the password goes nowhere', async (did) => {
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
    'as %s with %s is an AuthError, and nobody is sent there',
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

  it('approves sign-ins where all of it is public', async () => {
    expect(await startOauth(callOf())).toMatchObject({ step: 'SEND_TO_NETWORK' })
  })
})

describe('a password', () => {
  it('goes to the server that the handle’s own document names, which the form shows when it is known', async () => {
    const call = callOf()
    const { start, connection } = await signIn(call, 'ada.example.com', {
      hints: { handle: '@Ada.example.com' },
    })

    expect(start).toMatchObject({ host: 'pds.example.com' })
    expect(start).toMatchObject({
      fields: [{}, { helpText: expect.stringContaining('pds.example.com alone') }],
    })
    expect(connection.host).toBe('pds.example.com')
    expect(passwordsWentTo(call)).toEqual(['pds.example.com'])
  })

  it('goes where it was asked to be when the document agrees', async () => {
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
      /lives on pds\.example\.com, not on evil\.example/,
    ],
    ['a visitor, by DID', DID, { host: 'evil.example' }, /lives on pds\.example\.com/],
    ['a visitor, with an e-mail address', 'ada@example.com', { host: 'evil.example' }, /with the handle/],
    [
      'a link with another handle',
      'ada@example.com',
      { hints: { handle: 'ada.example.com' } },
      /with the handle/,
    ],
  ])('never goes where %s says', async (_who, handle, wishes, words) => {
    const call = callOf()
    const refusal = await refusalOf(signIn(call, handle, wishes))

    expect(refusal).toBeInstanceOf(AuthError)
    expect(String(refusal)).toMatch(words)
    expect(String(refusal)).not.toContain('secret-pass')
    expect(passwordsWentTo(call)).toEqual([])
  })

  it('with an e-mail address goes to the entryway that the application named', async () => {
    const call = callOf()
    await signIn(call, 'ada@example.com', {
      options: { addresses: { entryway: 'https://pds.company.example' } },
    })

    expect(passwordsWentTo(call)).toEqual(['pds.company.example'])
  })

  it('is not asked for at a server that is none', async () => {
    expect(await refusalOf(signIn(callOf(), 'ada.example.com', { host: '192.168.0.1' }))).toBeInstanceOf(
      ConfigError,
    )
  })
})
