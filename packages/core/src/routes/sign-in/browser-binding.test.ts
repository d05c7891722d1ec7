import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { aSignIn } from '../__fixtures__/a-sign-in.js'

describe('the cookie of a sign-in', () => {
  it('cannot be read by scripts, or set by other sites and servers of the domain', async () => {
    const { browser } = aSignIn()
    const reply = await browser.get('/connect/fake')
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-social_[\w-]{22}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    )
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
  })

  it.each([
    'HTTPS://App.example/social/callback/{platform}',
    ' https://app.example/social/callback/{platform}',
  ])('is protected in the same way for the redirect URI %j', async (redirectUri) => {
    const { browser } = aSignIn({ redirectUri })
    const cookie = (await browser.get('/connect/fake')).headers['set-cookie']
    expect(cookie).toMatch(/^__Host-social_.*; Path=\/; HttpOnly; SameSite=Lax; Secure;/)
  })

  it('works on localhost without https, and with a callback outside the base URL', async () => {
    const { browser } = aSignIn({
      redirectUri: 'http://localhost:3000/back/{platform}',
      baseUrl: 'http://localhost:3000/api',
    })
    const cookie = (await browser.get('/connect/fake')).headers['set-cookie']
    expect(cookie).toContain('; Path=/; ')
    expect(cookie).not.toContain('Secure')
  })

  it('has the path of the routes without https', async () => {
    const { browser } = aSignIn({ redirectUri: 'http://localhost:3000/social/callback/{platform}' })
    expect((await browser.get('/connect/fake')).headers['set-cookie']).toMatch(
      /^social_[\w-]{22}=[\w-]{43}; Path=\/social; HttpOnly; SameSite=Lax; Max-Age=600$/,
    )
  })

  it('ends with the sign-in', async () => {
    const { browser } = aSignIn()
    const state = await browser.connect()
    const [name] = browser.cookies.keys()
    const reply = await browser.get(`/callback/fake?code=1&state=${state}`)
    expect(reply.headers['set-cookie']).toBe(`${name}=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0`)
  })

  it.each([undefined, null, ''])('is missing if bind returns %o: the sign-in is refused', async (session) => {
    const { client, browser } = aSignIn({ bind: () => session })
    expect((await browser.get('/connect/fake')).status).toBe(400)
    expect(client.started).toEqual([])
    let later: string | null | undefined = 'one'
    const forgetful = aSignIn({ bind: () => Promise.resolve(later) })
    const state = await forgetful.browser.connect()
    later = session
    expect((await forgetful.browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
    expect(forgetful.client.finished).toEqual([])
  })

  it('throws for any other result of bind: a mistake of the application', async () => {
    // Wrong type on purpose: JavaScript callers can return anything.
    const { browser } = aSignIn({ bind: () => 7 as unknown as string })
    await expect(browser.get('/connect/fake')).rejects.toMatchObject({ cause: expect.any(ConfigError) })
  })

  it('is not needed if sign-ins are not bound', async () => {
    const { browser, stranger } = aSignIn({ bind: 'off' })
    const state = await browser.connect()
    expect(browser.cookies.size).toBe(0)
    expect((await stranger.get(`/callback/fake?code=1&state=${state}`)).status).toBe(200)
  })

  it('can be replaced by a session of the application', async () => {
    const { client, browser } = aSignIn({
      bind: ({ headers }) => Promise.resolve(headers['x-session'] ?? ''),
    })
    expect((await browser.get('/connect/fake')).status).toBe(400)
    expect(client.started).toEqual([])
    const session = { 'x-session': 'one' }
    const started = await browser.get('/connect/fake', session)
    expect(started.headers['set-cookie']).toBeUndefined()
    const state = new URL(started.headers['location'] ?? '').searchParams.get('state') ?? ''
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
    expect((await browser.get(`/callback/fake?code=1&state=${state}`, { 'x-session': 'two' })).status).toBe(
      400,
    )
    expect((await browser.get(`/callback/fake?code=1&state=${state}`, session)).status).toBe(200)
  })

  it('is sent after a redirect when a network posts its response from its own page', async () => {
    const { client, browser, stranger } = aSignIn()
    const state = await browser.connect()
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    // The browser omits the SameSite cookie from a POST of another site.
    const reply = await stranger.post('/callback/fake', { code: 'a b', state }, crossSite)
    expect([reply.status, reply.headers['location']]).toEqual([303, `?code=a+b&state=${state}`])
    expect(client.finished).toEqual([])
    expect((await browser.get(`/callback/fake${reply.headers['location']}`)).status).toBe(200)
    expect(client.finished[0]?.callback['code']).toBe('a b')
  })

  it('needs no redirect if a session replaces it', async () => {
    const { client, browser } = aSignIn({ bind: ({ headers }) => headers['x-session'] ?? 'nobody' })
    const started = await browser.get('/connect/fake', { 'x-session': 'one' })
    const state = new URL(started.headers['location'] ?? '').searchParams.get('state') ?? ''
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    const reply = await browser.post('/callback/fake', { code: '1', state }, crossSite)

    expect([reply.status, client.finished]).toEqual([400, []])
  })

  it('never causes form input to get into a URL', async () => {
    const { browser, stranger } = aSignIn()
    const state = await browser.connect()
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    for (const form of [{ app_password: 'secret' }, { code: 'x'.repeat(9000) }])
      expect((await stranger.post('/callback/fake', { ...form, state }, crossSite)).status).toBe(400)
  })
})
