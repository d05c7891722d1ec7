import {
  AuthError,
  InMemoryStorage,
  MissingPermissionError,
  RateLimitError,
  SocialClient,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { type At, TOKEN } from '../__fixtures__/signing-in.js'
import { facebook } from '../platform.js'

type Login = Awaited<ReturnType<At['finishLogin']>>

function choose(at: At, { start, step }: Login, accountId?: string) {
  if (step.step !== 'CHOOSE_ACCOUNT') throw new Error(`expected a choice, got ${step.step}`)
  const [first] = step.options
  return at.client.choose('facebook', {
    redirectUri: at.redirectUri,
    state: start.state,
    remember: start.remember,
    resumeToken: step.resumeToken,
    accountId: accountId ?? first?.id ?? '',
  })
}

describe('the URL of a sign-in', () => {
  // Holds R-0143, R-0144.
  it('requests the default scopes, with commas, and contains the state', async () => {
    await using at = await usingEmulator()
    const start = await at.client.startLogin('facebook', { redirectUri: at.redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    const { searchParams } = new URL(start.url)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: at.people.app().appId,
      redirect_uri: at.redirectUri,
      response_type: 'code',
      scope:
        'pages_show_list,pages_read_engagement,pages_read_user_content,pages_manage_posts,pages_manage_engagement,business_management',
      state: start.state,
    })
  })

  // Holds R-0143.
  it('takes other permissions, a repeated prompt, and a configuration', async () => {
    await using at = await usingEmulator()
    const { redirectUri } = at
    const scopes = ['pages_show_list']
    const again = await at.client.startLogin('facebook', {
      redirectUri,
      scopes,
      hints: { rerequest: 'true' },
    })
    const business = await at.client.startLogin('facebook', { redirectUri, hints: { configId: '77' } })
    const queryOf = (step: typeof again) =>
      step.step === 'SEND_TO_NETWORK' ? Object.fromEntries(new URL(step.url).searchParams) : {}
    expect(queryOf(again)).toMatchObject({ scope: 'pages_show_list', auth_type: 'rerequest' })
    expect(queryOf(business)).toMatchObject({ config_id: '77', override_default_response_type: 'true' })
    expect(queryOf(business)).not.toHaveProperty('scope')
  })

  it('requires an app, and describes where to create it', async () => {
    const platforms = { facebook: facebook() }
    await using client = Object.assign(new SocialClient({ storage: new InMemoryStorage(), platforms }), {
      [Symbol.asyncDispose]: () => client.close(),
    })
    const redirectUri = 'https://app.example/callback'
    for (const ask of [
      () => client.startLogin('facebook', { redirectUri }),
      () => client.createApp('facebook', { name: 'x', redirectUri }),
    ])
      await expect(ask()).rejects.toThrow(/developers\.facebook\.com\/apps/)
  })
})

describe('a sign-in', () => {
  // Holds R-0129, R-0132, R-0155.
  it('ends in the choice of a page, even of a single one', async () => {
    await using at = await usingEmulator()
    for (const [person, pages] of [
      ['Ada', ["Ada's Cakes", "Ada's Flowers"]],
      ['Bo', ["Bo's Boats"]],
    ] as const) {
      const { step } = await at.finishLogin(person)
      expect(step).toMatchObject({
        step: 'CHOOSE_ACCOUNT',
        options: pages.map((name) => ({ id: expect.any(String), name, kind: 'page' })),
      })
    }
  })

  // Holds R-0104, R-0130.
  it('creates a connection of the page, with its own token that does not expire', async () => {
    await using at = await usingEmulator()
    const login = await at.finishLogin()
    expect(at.counts()).toMatchObject({ [TOKEN]: 2, 'GET /:version/me': 1, 'GET /:version/:id/accounts': 1 })
    at.forget()

    const step = await choose(at, login)

    if (step.step !== 'FINISHED') throw new Error(step.step)
    const { connection } = step
    const [ada] = at.people.state().people
    expect(connection).toMatchObject({
      id: `facebook:${connection.accountId}`,
      accountName: "Ada's Cakes",
      avatarUrl: `https://scontent.example/${connection.accountId}.jpg`,
      extra: {
        pageId: connection.accountId,
        pageName: "Ada's Cakes",
        category: 'Bakery',
        personId: ada?.id,
        profileUrl: `https://www.facebook.com/${connection.accountId}`,
      },
    })
    expect(connection.token).toMatchObject({ expiresAt: null, refreshToken: null })
    expect(at.people.state().tokens).toContainEqual(
      expect.objectContaining({ page: "Ada's Cakes", kind: 'PAGE', expiresAt: null }),
    )
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1, 'GET /:version/me': 1 })
  })

  it('stores the granted permissions, not the requested ones', async () => {
    await using at = await usingEmulator()
    const step = await choose(at, await at.finishLogin('Ada', { without: ['pages_manage_posts'] }))
    if (step.step !== 'FINISHED') throw new Error(step.step)

    expect(step.connection.scopes).toContain('pages_show_list')
    expect(step.connection.scopes).not.toContain('pages_manage_posts')
  })

  it('puts no secret into a URL', async () => {
    await using at = await usingEmulator()
    await choose(at, await at.finishLogin())
    const addresses = at
      .requests()
      .map(({ path, query }) => `${path} ${JSON.stringify(query)}`)
      .join('\n')
    expect(addresses).not.toContain(at.appSecret)
    expect(addresses).not.toMatch(/EAAG/)
  })

  it('works if the app requires its proof', async () => {
    await using at = await usingEmulator({ network: { requireProof: true } })
    expect((await choose(at, await at.finishLogin())).step).toBe('FINISHED')
  })

  it('refuses a page that is not theirs, was not selected, or is not a page', async () => {
    await using at = await usingEmulator()
    const login = await at.finishLogin('Ada', { withoutPages: ["Ada's Flowers"] })
    const { pages } = at.people.state()
    for (const accountId of [
      pages.find(({ name }) => name === "Bo's Boats")?.id ?? '',
      pages.find(({ name }) => name === "Ada's Flowers")?.id ?? '',
      '1',
      '../me',
    ])
      await expect(choose(at, login, accountId)).rejects.toThrow(AuthError)
    expect(await at.storage.getConnection(`facebook:${pages[0]?.id}`)).toBeNull()
  })

  it('refuses a page other than the chosen one', async () => {
    await using at = await usingEmulator()
    const login = await at.finishLogin()
    const body = { id: '999', name: 'Another', access_token: 'the-token-of-another' }
    at.faults.add({ fault: 'status', status: 200, body, method: 'GET', path: '/:version/:id' })
    await expect(choose(at, login)).rejects.toThrow(/returned no token for the page/)
  })

  it('refuses a token that does not belong to the page', async () => {
    await using at = await usingEmulator()
    const login = await at.finishLogin()
    at.faults.add({ fault: 'status', status: 200, body: { id: '999' }, path: '/:version/me' })
    await expect(choose(at, login)).rejects.toThrow(/does not belong to the page/)
  })

  it('refuses a person without a page, and explains what to select', async () => {
    await using at = await usingEmulator()
    await expect(at.finishLogin('Cleo')).rejects.toThrow(/select a page/)
    await expect(at.finishLogin('Bo', { withoutPages: ["Bo's Boats"] })).rejects.toThrow(/select a page/)
  })

  it('omits pages without a token, and names a page without a name by its id', async () => {
    await using at = await usingEmulator()
    const data = [{ id: '1', name: 'No token' }, { id: '2', access_token: 'x' }, { name: 'No id' }]
    at.faults.add({ fault: 'status', status: 200, body: { data }, path: '/:version/:id/accounts' })
    const { step } = await at.finishLogin()
    expect(step).toMatchObject({ options: [{ id: '2', name: '2', kind: 'page' }] })
  })

  it('is cancelled by the person', async () => {
    await using at = await usingEmulator()
    await expect(at.finishLogin('Ada', { deny: true })).rejects.toThrow(AuthError)
    expect(at.counts()).toEqual({})
  })

  it('reports the deselected permission', async () => {
    await using at = await usingEmulator()
    const signingIn = at.finishLogin('Ada', { without: ['pages_show_list'] })
    await expect(signingIn).rejects.toThrow(MissingPermissionError)
    await expect(signingIn).rejects.toMatchObject({ needs: 'pages_show_list' })
  })

  it('describes the right app when Facebook refuses the id and secret, and keeps rate limits', async () => {
    await using at = await usingEmulator()
    at.faults.add({
      fault: 'status',
      status: 400,
      body: { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
      path: '/:version/oauth/access_token',
    })
    await expect(at.finishLogin()).rejects.toThrow(/App settings, Basic/)
    const limit = { error: { message: 'Application request limit reached', code: 4 } }
    at.faults.add({ fault: 'status', status: 403, body: limit, path: '/:version/oauth/access_token' })
    await expect(at.finishLogin()).rejects.toThrow(RateLimitError)
  })

  it('removes the fragment that Facebook appends to the code, and refuses another state', async () => {
    await using at = await usingEmulator()
    const start = await at.client.startLogin('facebook', { redirectUri: at.redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    const { location } = at.people.approve({ url: start.url, person: 'Ada' })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const finish = (callback: Readonly<Record<string, string>>) =>
      at.client.finishLogin('facebook', {
        redirectUri: at.redirectUri,
        state: start.state,
        remember: start.remember,
        callback,
      })
    await expect(finish({ code, state: 'another' })).rejects.toThrow(AuthError)
    await expect(finish({ state: start.state })).rejects.toThrow(AuthError)
    await expect(finish({ code: `${code}#_=_`, state: start.state })).resolves.toMatchObject({
      step: 'CHOOSE_ACCOUNT',
    })
    await expect(finish({ code, state: start.state })).rejects.toThrow(/used/)
  })

  it('cannot be resumed with an invalid token', async () => {
    await using at = await usingEmulator()
    const { start } = await at.finishLogin()
    for (const resumeToken of ['', 'nonsense', Buffer.from('{}').toString('base64url')]) {
      const step = { step: 'CHOOSE_ACCOUNT', options: [], resumeToken } as const
      await expect(choose(at, { start, step }, '1')).rejects.toThrow(/AuthError|resume|missing/i)
    }
  })
})
