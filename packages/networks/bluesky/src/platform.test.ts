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
  for (const check of checks) it.skipIf(check.skip)(check.name, check.run)
})

describe('bluesky', () => {
  // Holds R-0306.
  it('lists what it can do, and nothing it cannot', () => {
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

  it('is shown as people know it, and needs no portal for apps', () => {
    expect(bluesky()).toMatchObject({
      displayName: 'Bluesky',
      developerPortal: null,
      loginHints: ['method', 'handle'],
    })
  })

  it('asks servers that people name with care, and counts their requests as they do', () => {
    expect(bluesky().http).toEqual({ rateLimitKey, fromPerson: true })
  })

  it('sends the token to the person’s own server alone', () => {
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
    [{ addresses: { plc: 'plc.directory' } }, /whole address/],
    [{ oauth: { clientId: 'http://app.example/c.json' } }, /https/],
    [{ oauth: { clientId: 'https://app.example/c.json' } }, /redirectUris/],
    [{ oauth: { privateKey: { kty: 'EC' } } }, /whole JWK/],
  ])('refuses the settings %j', (options, words) => {
    // Callers without types can pass anything.
    expect(() => bluesky(options as object)).toThrow(words)
  })

  it('serves a document that says who the application is, as far as it was told', async () => {
    const oauth = { clientId: 'https://app.example/c.json', redirectUris: ['https://app.example/back'] }
    const documentOf = async (more: object) => {
      const platform = bluesky({ oauth: { ...oauth, ...more } })
      // The route answers without looking at the request.
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

  it('serves the client’s document only where OAuth is set up, without the private key', async () => {
    const clientId = 'https://app.example/social/networks/bluesky/client-metadata.json'
    const redirectUris = ['https://app.example/social/callback/bluesky']
    const privateKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'secret-half', kid: 'k1' }
    const platform = bluesky({ oauth: { clientId, clientName: 'My app', redirectUris, privateKey } })

    expect(bluesky()).not.toHaveProperty('handleExtraRoute')
    expect(platform.extraRoutes).toEqual([{ method: 'GET', path: 'client-metadata.json' }])
    // The route answers without looking at the request.
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
