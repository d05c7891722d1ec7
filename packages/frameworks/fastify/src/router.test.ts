import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import { SocialClient } from '@social/core'
import { ConfigError } from '@social/core'
import { readForm } from '@social/core/routes'
import { anApp, FakePlatform, RecordingStorage } from '@social/testkit/application'
import { type MountRoutes, routeChecks } from '@social/testkit/routes'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'

import { socialRoutes, type SocialRoutesOptions } from './index.js'

async function listen(app: FastifyInstance): ReturnType<MountRoutes> {
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}

const mount: MountRoutes = async ({ client, options, prefix }) => {
  const app = fastify()
  await app.register(socialRoutes, { prefix, client, ...options })
  return listen(app)
}

const mountWithCsrf: MountRoutes = async ({ client, options, prefix }) => {
  const app = fastify()
  await app.register(cookie)
  await app.register(csrf)
  const csrfProtection = app.csrfProtection.bind(app)
  await app.register(socialRoutes, { prefix, client, csrfProtection, ...options })
  return listen(app)
}

const mountBehindParser: MountRoutes = async ({ client, options, prefix }) => {
  const app = fastify()
  app.addHook('onRequest', async (request) => {
    for await (const part of request.raw) void part
  })
  await app.register(socialRoutes, { prefix, client, ...options })
  return listen(app)
}

// Holds R-0145.
describe('the routes in Fastify', () => {
  it.for(routeChecks({ mount, mountWithCsrf, mountBehindParser }))('$name', async ({ skip, run }) => {
    expect(skip).toBe(false)
    await expect(run()).resolves.toBeUndefined()
  })
})

/** Returns the error of a registration, or null if the registration succeeded. */
async function register(options: object): Promise<unknown> {
  const bare = fastify()
  try {
    // safe cast: tests invalid options that JavaScript callers can pass
    await bare.register(socialRoutes, options as Parameters<typeof socialRoutes>[1])
    await bare.ready()
    return null
  } catch (error) {
    return error
  } finally {
    await bare.close()
  }
}

describe('socialRoutes', () => {
  let app = fastify()
  afterEach(() => app.close())

  function start(): { readonly client: SocialClient; readonly fake: FakePlatform } {
    app = fastify()
    const fake = new FakePlatform()
    const storage = new RecordingStorage({ apps: [anApp({ platform: 'fake' })] })
    return { fake, client: new SocialClient({ storage, platforms: { fake } }) }
  }
  const redirectUri = 'https://app.example/social/callback/{platform}'

  it('does not change the parsers of the application', async () => {
    const { client } = start()
    await app.register(socialRoutes, { prefix: '/social', client, redirectUri })
    app.post('/echo', (request) => request.body)
    const json = await app.inject({ method: 'POST', url: '/echo', payload: { a: [1] } })
    expect(json.json()).toEqual({ a: [1] })
    const other = await app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'application/x-unknown' },
      payload: 'x',
    })
    expect(other.statusCode).toBe(415)
  })

  it('is refused without options, and outside of register', async () => {
    // safe cast: tests missing options, which JavaScript callers can pass
    await expect(socialRoutes(app, undefined as never)).rejects.toThrow('socialRoutes needs a client')
    await expect(socialRoutes(undefined as never, undefined as never)).rejects.toThrow('is a plugin')
  })

  it.each(['what is this/that', '/json', 'text', 'a/b/c'])('reads a body of the type "%s"', async (type) => {
    const { client, fake } = start()
    const routes = { client, redirectUri, secrets: { fake: 'fake-secret' }, deliver: () => undefined }
    await app.register(socialRoutes, { prefix: '/social', ...routes })
    const payload = '{"id":"1","kind":"MENTION","connection_id":"fake:42","at":"2026-03-01T12:00:00Z"}'
    const headers = { ...fake.signPush(payload), 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/social/webhooks/fake', headers, payload })
    expect(answer.statusCode).toBe(200)
  })

  it('uses the hooks and the error handler of the application', async () => {
    const { client, fake } = start()
    const seen: unknown[] = []
    const boom = new Error('boom')
    app.setErrorHandler(async (error, request, reply) => {
      seen.push((error as Error).cause, request.routeOptions.config.socialRoute) // safe cast: the routes throw only errors
      return reply.code(500).send({ mine: true })
    })
    app.addHook('onSend', async (_request, reply) => {
      reply.header('x-application', 'yes')
    })
    await app.register(socialRoutes, {
      prefix: '/social',
      client,
      redirectUri,
      secrets: { fake: 'fake-secret' },
      deliver: () => Promise.reject(boom),
    })
    const payload = '{"id":"1","kind":"MENTION","connection_id":"fake:42","at":"2026-03-01T12:00:00Z"}'
    const url = '/social/webhooks/fake'
    const reply = await app.inject({ method: 'POST', url, headers: fake.signPush(payload), payload })
    expect([reply.statusCode, reply.json(), reply.headers['x-application']]).toEqual([
      500,
      { mine: true },
      'yes',
    ])
    expect(seen).toEqual([boom, 'webhooks'])
  })

  const callback = { method: 'POST', url: '/social/callback/fake', payload: 'a=b' } as const
  it.each([
    [
      'passes a text to done',
      (_request: unknown, _reply: unknown, done: (refusal: unknown) => void) => done('no'),
    ],
    [
      'throws an object',
      () => {
        throw { statusCode: 200, secret: 'no' } as unknown
      },
    ],
    ['rejects with an object', () => Promise.reject({ statusCode: 200, secret: 'no' })],
  ])('responds with 500 to a guard that %s, without its content', async (_what, guard) => {
    const { client } = start()
    // safe cast: tests a guard that refuses with a value other than an error
    const csrfProtection = guard as SocialRoutesOptions['csrfProtection'] & {}
    await app.register(socialRoutes, { prefix: '/social', client, redirectUri, csrfProtection })
    const reply = await app.inject(callback)
    expect([reply.statusCode, reply.json().message]).toEqual([500, expect.stringMatching(/was refused/)])
  })

  it('accepts a guard that calls done without an argument, or resolves', async () => {
    for (const csrfProtection of [
      (_request, _reply, done) => done(),
      async () => {},
    ] satisfies SocialRoutesOptions['csrfProtection'][]) {
      const { client } = start()
      await app.register(socialRoutes, { prefix: '/social', client, redirectUri, csrfProtection })
      expect((await app.inject(callback)).json().error).toMatch(/This sign-in is unknown/)
      await app.close()
    }
  })

  it('reports a body that was already read', async () => {
    const { client } = start()
    const errors: unknown[] = []
    app.setErrorHandler(async (error, _request, reply) => {
      errors.push(error)
      return reply.code(500).send()
    })
    app.addHook('preValidation', async (request) => {
      request.body = { parsed: true }
    })
    await app.register(socialRoutes, {
      client,
      redirectUri,
      secrets: { fake: 'fake-secret' },
      deliver: () => {},
    })
    const reply = await app.inject({ method: 'POST', url: '/webhooks/fake', payload: { a: 1 } })
    expect(reply.statusCode).toBe(500)
    expect(errors[0]).toBeInstanceOf(ConfigError)
    expect(String(errors[0])).toContain('exact bytes')
  })

  it('accepts the CSRF token in a form', async () => {
    const { client } = start()
    await app.register(cookie)
    await app.register(csrf, {
      getToken: ({ body }) => (body instanceof Uint8Array ? readForm(body)['_csrf'] : undefined),
    })
    app.get('/token', (_request, reply) => reply.generateCsrf())
    const csrfProtection = app.csrfProtection.bind(app)
    await app.register(socialRoutes, { prefix: '/social', client, redirectUri, csrfProtection })
    const given = await app.inject({ url: '/token' })
    const cookies = Object.fromEntries(given.cookies.map(({ name, value }) => [name, value]))
    const post = (form: string) =>
      app.inject({
        method: 'POST',
        url: '/social/choose/fake',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        cookies,
        payload: form,
      })
    expect((await post('account_id=1')).statusCode).toBe(403)
    const withToken = await post(`account_id=1&_csrf=${encodeURIComponent(given.body)}`)
    expect([withToken.statusCode, withToken.json()]).toEqual([
      400,
      { error: expect.stringContaining('This sign-in is unknown') },
    ])
  })

  it('works below a prefix with parameters, and without a prefix', async () => {
    const { client } = start()
    await app.register(socialRoutes, { prefix: '/:tenant/social/', client, redirectUri })
    await app.register(socialRoutes, { client, redirectUri })
    expect((await app.inject('/acme/social/connect/fake')).statusCode).toBe(302)
    expect((await app.inject('/connect/fake/')).statusCode).toBe(302)
    expect((await app.inject('/connect/fake?state=mine')).statusCode).toBe(302)
    expect((await app.inject('/acme/social/connect/fake?state=mine')).statusCode).toBe(302)
  })

  it('closes the connection of a body that it does not read completely', async () => {
    const { client } = start()
    await app.register(socialRoutes, { client, redirectUri, maxBodyBytes: 10 })
    const post = (payload: string) => app.inject({ method: 'POST', url: '/choose/fake', payload })
    const [refused, read] = [await post('a'.repeat(11)), await post('a'.repeat(10))]

    expect([refused.statusCode, refused.headers.connection]).toEqual([413, 'close'])
    expect([read.statusCode, read.headers.connection]).toEqual([400, 'keep-alive'])
  })

  it('logs no code, no state and no file token', async () => {
    start()
    const lines: string[] = []
    app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
    const fake = new FakePlatform()
    const client = new SocialClient({ storage: new RecordingStorage(), platforms: { fake } })
    await app.register(socialRoutes, { prefix: '/social', client, redirectUri })
    app.get('/mine', () => 'mine')
    await app.inject('/social/callback/fake?code=the-code&state=the-state')
    await app.inject('/social/connect/fake?state=the-state')
    await app.inject('/social/media/the-token?x=the-code')
    await app.inject('/mine?kept=1')
    const log = lines.join('')
    expect(log).not.toMatch(/the-(code|state|token)/)
    for (const url of ['/social/callback/fake', '/social/connect/fake', '/social/media/', '/mine?kept=1'])
      expect(log).toContain(`"url":"${url}"`)
  })

  it('checks its options on registration', async () => {
    const { client } = start()
    for (const [options, message] of [
      [{ redirectUri }, 'needs a client'],
      [{ client, redirectUri: 'https://app.example/callback' }, '{platform}'],
      [{ client, redirectUri, secrets: { fake: 's' } }, 'deliver'],
      [{ client, redirectUri, setup_tokens: {} }, 'setupTokens'],
    ] as const) {
      const error = await register(options)
      expect(error).toBeInstanceOf(ConfigError)
      expect(String(error)).toContain(message)
    }
    const ofFastify = { logLevel: 'warn', logSerializers: {}, exposeHeadRoutes: true, prefix: '/x' }
    expect(await register({ client, redirectUri, ...ofFastify })).toBeNull()
  })
})
