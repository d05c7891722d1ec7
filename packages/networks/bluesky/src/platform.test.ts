import { PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { rateLimitKey } from './limits.js'
import { bluesky } from './platform.js'

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'

const aMention = (key: string) => ({
  uri: `at://${DID}/app.bsky.feed.post/${key}`,
  cid: 'bafyreib',
  author: { did: DID, handle: 'bo.bsky.test' },
  reason: 'mention',
  indexedAt: '2026-11-22T10:00:00.000Z',
  record: { text: '@ada hello', createdAt: '2026-11-22T10:00:00.000Z' },
})

describe('bluesky keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => bluesky(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () =>
      new RecordingTransport({
        'GET /xrpc/app.bsky.notification.listNotifications': {
          notifications: [aMention('3kabcdefghi2b'), aMention('3kabcdefghi2a')],
        },
        [`GET /${DID}`]: {
          id: DID,
          alsoKnownAs: ['at://ada.bsky.test'],
          service: [
            { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'https://pds.example' },
          ],
        },
        'POST /xrpc/com.atproto.server.createSession': {
          accessJwt: 'made-up-access-jwt',
          refreshJwt: 'made-up-refresh-jwt',
          did: DID,
          handle: 'ada.bsky.test',
        },
      }),
    login: { callback: { handle: 'ada.bsky.test' } },
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('bluesky', () => {
  // Holds R-0306.
  it('lists exactly the supported features', () => {
    expect([...bluesky().features].toSorted()).toEqual([
      'DELETE_POST',
      'LIKE',
      'MESSAGES',
      'NEEDS_NO_APP',
      'POST_IMAGE',
      'POST_TEXT',
      'POST_THREAD',
      'POST_VIDEO',
      'READ_LIKES',
      'READ_POST',
      'READ_THREAD',
      'READ_UPDATES_AFTER',
      'REPLY',
      'REPLY_TO_COMMENTS',
      'REPOST',
      'START_CONVERSATIONS',
    ])
  })

  it('has a display name, and no developer portal', () => {
    expect(bluesky()).toMatchObject({
      displayName: 'Bluesky',
      developerPortal: null,
      loginHints: ['method', 'handle'],
    })
  })

  it('limits requests to public hosts, and uses the rate limits of the server', () => {
    expect(bluesky().http).toEqual({ rateLimitKey, fromPerson: true })
  })

  it('sends the token only to the person’s own server', () => {
    const ada = anAccount()

    expect(bluesky().apiBase(ada)).toBe('https://pds.example')
    expect(bluesky().origins(ada)).toEqual(['https://pds.example'])
    expect(bluesky().authHeaders(ada)).toEqual({ authorization: 'Bearer secret-access' })
  })

  it.each([
    [{ updatesPerCheck: 101 }, /from 1 to 100/],
    [{ chatServce: 'x' }, /Did you mean "chatService"/],
    [{ chatService: 'api.bsky.chat' }, /a DID and the name/],
    [{ oauth: { clientID: 'x' } }, /Did you mean "clientId"/],
    [{ addresses: { pcl: 'https://plc.directory' } }, /Did you mean "plc"/],
    [{ searchBackSeconds: -1 }, /0 or more/],
    [{ addresses: { plc: 'plc.directory' } }, /full URL/],
    [{ oauth: { clientId: 'http://app.example/c.json' } }, /https/],
    [{ oauth: { clientId: 'https://app.example/c.json' } }, /redirectUris/],
    [{ oauth: { privateKey: { kty: 'EC' } } }, /complete JWK/],
  ])('refuses the settings %j', (options, message) => {
    // The cast passes invalid options, as a JavaScript application can.
    expect(() => bluesky(options as object)).toThrow(message)
  })

  it('serves a client metadata document with the configured fields', async () => {
    const oauth = { clientId: 'https://app.example/c.json', redirectUris: ['https://app.example/back'] }
    const documentOf = async (more: object) => {
      const platform = bluesky({ oauth: { ...oauth, ...more } })
      // The route does not read the request, so the request can be empty.
      const reply = await platform.handleExtraRoute?.({} as never)
      return JSON.parse(reply?.body ?? '') as unknown
    }
    const bare = {
      client_id: 'https://app.example/c.json',
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: ['https://app.example/back'],
      scope: 'atproto transition:generic transition:chat.bsky',
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'none',
    }

    expect(await documentOf({})).toEqual(bare)
    expect(
      await documentOf({ clientName: 'My app', clientUri: 'https://app.example', scopes: ['atproto'] }),
    ).toEqual({ ...bare, client_name: 'My app', client_uri: 'https://app.example', scope: 'atproto' })
  })

  it('serves the client metadata document only with OAuth settings, without the private key', async () => {
    const clientId = 'https://app.example/social/networks/bluesky/client-metadata.json'
    const redirectUris = ['https://app.example/social/callback/bluesky']
    const privateKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'secret-half', kid: 'k1' }
    const platform = bluesky({ oauth: { clientId, clientName: 'My app', redirectUris, privateKey } })

    expect(bluesky()).not.toHaveProperty('handleExtraRoute')
    expect(platform.extraRoutes).toEqual([{ method: 'GET', path: 'client-metadata.json' }])
    // The route does not read the request, so the request can be empty.
    const reply = await platform.handleExtraRoute?.({} as never)
    expect(reply?.body).not.toContain('secret-half')
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({
      client_id: clientId,
      redirect_uris: redirectUris,
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'private_key_jwt',
      scope: 'atproto transition:generic transition:chat.bsky',
      jwks: { keys: [{ kty: 'EC', kid: 'k1', alg: 'ES256' }] },
    })
  })
})
