import { describe, expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'

const PROFILE = 'GET /api/v1/accounts/verify_credentials'

describe('permissions', () => {
  it('requires a token that the server issued', async () => {
    const server = new AtMastodon()
    for (const token of [undefined, 'made-up']) {
      const { status, headers, body } = await server.call(PROFILE, token === undefined ? {} : { token })
      expect([status, body]).toEqual([401, { error: 'The access token is invalid' }])
      expect(headers.get('www-authenticate')).toContain('Bearer realm="Doorkeeper", error="invalid_token"')
    }
  })

  it.each([
    ['POST /api/v1/statuses', 'read'],
    ['POST /api/v1/statuses', 'write:media'],
    ['GET /api/v1/notifications', 'read:statuses'],
    ['POST /api/v2/media', 'write:statuses'],
    ['POST /api/v1/conversations/1/read', 'write:statuses'],
    ['POST /api/v1/markers', 'read'],
    [PROFILE, 'write'],
  ])('refuses %s to a token for %s only', async (route, scopes) => {
    const server = new AtMastodon()
    const { status, body } = await server.call(route, { token: server.signIn('ada', scopes) })
    expect([status, body]).toEqual([403, { error: 'This action is outside the authorized scopes' }])
  })

  it.each([
    ['GET /api/v1/notifications', 'read:notifications'],
    ['GET /api/v1/conversations', 'read'],
    [PROFILE, 'profile'],
  ])('lets %s through with %s', async (route, scopes) => {
    const server = new AtMastodon()
    expect((await server.call(route, { token: server.signIn('ada', scopes) })).status).toBe(200)
  })

  it.each([
    ['DISABLED', 'Your login is currently disabled'],
    ['UNCONFIRMED', 'Your login is missing a confirmed e-mail address'],
    ['PENDING', 'Your login is currently pending approval'],
  ])('refuses a person whose login is %s', async (login, error) => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    server.control.changePerson({ person: 'ada', login })
    const { status, body } = await server.call(PROFILE, { token })
    expect([status, body]).toEqual([403, { error }])
  })

  it('refuses an invalid token even if none is required', async () => {
    const server = new AtMastodon()
    const id = await server.post(server.signIn('ada'), { status: 'Hi' })
    expect((await server.call(`GET /api/v1/statuses/${id}`)).status).toBe(200)
    expect((await server.call(`GET /api/v1/statuses/${id}`, { token: 'made-up' })).status).toBe(401)
  })
})

describe('the account', () => {
  it('is returned to its owner, with a big id and a placeholder without a picture', async () => {
    const server = new AtMastodon()
    server.control.changePerson({ person: 'ada', hasAvatar: false })
    const { body } = await server.call(PROFILE, { token: server.signIn('ada') })
    expect(body).toMatchObject({
      id: '109348684864960001',
      acct: 'ada',
      url: 'https://social.example/@ada',
      avatar: 'https://social.example/avatars/original/missing.png',
      source: { privacy: 'public' },
    })
  })

  it('of another server contains the name of that server', async () => {
    const server = new AtMastodon()
    const { body } = await server.call('GET /api/v1/accounts/109348684864960004')
    expect(body).toMatchObject({ acct: 'bo@other.example', url: 'https://other.example/@bo' })
    expect(await server.call('GET /api/v1/accounts/1')).toMatchObject({
      status: 404,
      body: { error: 'Record not found' },
    })
  })

  it('has an avatar', async () => {
    const server = new AtMastodon()
    const { body } = await server.call(PROFILE, { token: server.signIn('ada') })
    const { pathname } = new URL((body as { avatar: string }).avatar)
    const picture = await server.call(`GET ${pathname}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })
})

describe('rate limits', () => {
  it('are sent with every response, the reset as a date with microseconds', async () => {
    const server = new AtMastodon()
    server.clock.advance(61)
    const { headers } = await server.call(PROFILE, { token: server.signIn('ada') })
    expect(headers.get('x-ratelimit-limit')).toBe('300')
    expect(headers.get('x-ratelimit-remaining')).toBe('299')
    expect(headers.get('x-ratelimit-reset')).toBe('2026-11-21T12:05:00.000000Z')
    const refused = await server.call(PROFILE, { token: 'made-up' })
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('299')
  })

  it('return 429 until the window ends, without Retry-After', async () => {
    const server = new AtMastodon({ rateLimits: { perToken: { requests: 2, seconds: 300 } } })
    const token = server.signIn('ada')
    const statuses = []
    for (let times = 0; times < 3; times += 1) statuses.push(await server.call(PROFILE, { token }))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(statuses[2]?.body).toEqual({ error: 'Too many requests' })
    expect(statuses[2]?.headers.get('retry-after')).toBeNull()
    expect((await server.call(PROFILE, { token: server.signIn('ada') })).status).toBe(200)
    server.clock.advance(300)
    expect((await server.call(PROFILE, { token })).status).toBe(200)
  })

  it('report the rule with the fewest requests left, and the limit of posts for new posts', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    const paging = await server.call('GET /api/v1/notifications', { token, query: { min_id: '1' } })
    expect(paging.headers.get('x-ratelimit-reset')).toBe('2026-11-21T12:05:00.000000Z')
    const post = await server.call('POST /api/v1/statuses', { token, form: { status: 'x' } })
    expect(post.headers.get('x-ratelimit-remaining')).toBe('299')
    expect(post.headers.get('x-ratelimit-reset')).toBe('2026-11-21T15:00:00.000000Z')
  })

  it('count uploads, deletions and posts separately', async () => {
    const server = new AtMastodon()
    for (const rule of ['media', 'deletes', 'posts']) server.control.setRateLimit({ rule, requests: 1 })
    const token = server.signIn('ada')
    const id = await server.post(token, { status: 'x' })
    expect((await server.call('POST /api/v1/statuses', { token, form: { status: 'y' } })).status).toBe(429)
    expect((await server.upload(token, null)).status).toBe(422)
    expect((await server.upload(token, null)).status).toBe(429)
    expect((await server.call(`DELETE /api/v1/statuses/${id}`, { token })).status).toBe(200)
    expect((await server.call(`DELETE /api/v1/statuses/${id}`, { token })).status).toBe(429)
  })
})
