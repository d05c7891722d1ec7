import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SocialClient } from '@social/core'
import { ConfigError } from '@social/core'
import { readForm } from '@social/core/routes'
import { anApp, FakePlatform, RecordingStorage } from '@social/testkit/application'
import { type MountRoutes, routeChecks } from '@social/testkit/routes'
import cookieParser from 'cookie-parser'
import { doubleCsrf } from 'csrf-csrf'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import { afterEach, describe, expect, it } from 'vitest'

import { socialRoutes, type SocialRoutesOptions } from './index.js'

/** Error handler that does not log errors. Errors of a visitor keep their status. */
const quiet: ErrorRequestHandler = (error: { readonly status?: number }, _request, response, _next) => {
  response.status(error.status ?? 500).json({ failed: true })
}

async function listen(app: Express, options: ServerOptions = {}): ReturnType<MountRoutes> {
  app.use(quiet)
  const server = createServer(options, app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // safe cast: `address()` returns an `AddressInfo` for a server that listens on TCP
  return { origin: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

function csrf() {
  return doubleCsrf({
    getSecret: () => 'a secret of the application',
    getSessionIdentifier: () => 'the session of the visitor',
    cookieName: 'csrf',
    cookieOptions: { secure: false },
    getCsrfTokenFromRequest: ({ body }: Request) =>
      body instanceof Uint8Array ? readForm(body)['_csrf'] : undefined,
  })
}

const mount: MountRoutes = ({ client, options, prefix }) => {
  const app = express()
  app.use(prefix, socialRoutes({ client, ...options }))
  app.use(express.json())
  return listen(app)
}

const mountWithCsrf: MountRoutes = ({ client, options, prefix }) => {
  const app = express()
  const { doubleCsrfProtection: csrfProtection } = csrf()
  app.use(cookieParser())
  app.use(prefix, socialRoutes({ client, csrfProtection, ...options }))
  app.use(csrfProtection)
  return listen(app)
}

const mountBehindParser: MountRoutes = ({ client, options, prefix }) => {
  const app = express()
  app.use(express.json())
  app.use(prefix, socialRoutes({ client, ...options }))
  return listen(app)
}

// Holds R-0145.
describe('the routes in Express', () => {
  it.for(routeChecks({ mount, mountWithCsrf, mountBehindParser }))('$name', async ({ skip, run }) => {
    expect(skip).toBe(false)
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('socialRoutes', () => {
  const fake = new FakePlatform()
  const storage = new RecordingStorage({ apps: [anApp({ platform: 'fake' })] })
  const client = new SocialClient({ storage, platforms: { fake } })
  const redirectUri = 'https://app.example/social/callback/{platform}'
  let mounted: Awaited<ReturnType<MountRoutes>> | null = null
  afterEach(() => mounted?.close())

  async function start(
    options: Partial<SocialRoutesOptions> = {},
    prepare: (app: Express) => void = () => {},
    finish: (app: Express) => void = () => {},
    ofServer: ServerOptions = {},
  ): Promise<string> {
    const app = express()
    prepare(app)
    app.use('/social', socialRoutes({ client, redirectUri, ...options }))
    finish(app)
    mounted = await listen(app, ofServer)
    return mounted.origin
  }

  const payload = '{"id":"1","kind":"MENTION","connection_id":"fake:42","at":"2026-03-01T12:00:00Z"}'
  const secrets = { fake: 'fake-secret' }
  const push = (origin: string, headers: Record<string, string> = {}, body = payload) =>
    fetch(`${origin}/social/webhooks/fake`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fake.signPush(payload), ...headers },
      body,
    })

  it('passes requests outside its routes to the later handlers', async () => {
    const origin = await start({}, undefined, (app) => {
      app.use(express.json())
      app.post('/social/echo/it', (request, response) => void response.json(request.body))
      app.get('/social/connect', (_request, response) => void response.send('mine'))
    })
    const echo = await fetch(`${origin}/social/echo/it`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":[1]}',
    })
    expect(await echo.json()).toEqual({ a: [1] })
    expect(await (await fetch(`${origin}/social/connect`)).text()).toBe('mine')
  })

  it('uses the bytes that an earlier parser has kept', async () => {
    const delivered: string[] = []
    const deliver = ({ id }: { id: string }) => void delivered.push(id)
    const origin = await start({ secrets, deliver }, (app) => {
      app.use(
        express.json({ verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }) }),
      )
      app.use(express.raw({ type: 'application/x-raw' }))
    })
    expect((await push(origin)).status).toBe(200)
    expect((await push(origin, { 'content-type': 'application/x-raw' })).status).toBe(200)
    expect((await push(origin, { 'content-type': 'application/x-raw' }, `${payload} `)).status).toBe(401)
    expect(delivered).toEqual(['1', '1'])
  })

  it('reports a body that was already read', async () => {
    const errors: unknown[] = []
    const origin = await start(
      { secrets, deliver: () => {} },
      (app) => app.use(express.json()),
      (app) =>
        app.use(((error, _request, response, _next) => {
          errors.push(error)
          response.sendStatus(500)
        }) satisfies ErrorRequestHandler),
    )
    expect((await push(origin)).status).toBe(500)
    expect(errors[0]).toBeInstanceOf(ConfigError)
    expect(String(errors[0])).toContain('before express.json()')
    // This POST request has no body.
    expect((await fetch(`${origin}/social/choose/fake`, { method: 'POST' })).status).toBe(400)
  })

  it('passes errors of deliver to the error handler of the application', async () => {
    const boom = new Error('boom')
    const seen: unknown[] = []
    const origin = await start({ secrets, deliver: () => Promise.reject(boom) }, undefined, (app) =>
      app.use(((error, _request, response, _next) => {
        seen.push(error)
        response.status(503).send('mine')
      }) satisfies ErrorRequestHandler),
    )
    expect((await push(origin)).status).toBe(503)
    expect(seen).toEqual([expect.objectContaining({ cause: boom })])
  })

  it('sends the cookies and headers that the application has set', async () => {
    const origin = await start({}, (app) =>
      app.use((_request, response, next) => {
        response.cookie('mine', '1').set('x-application', 'yes')
        next()
      }),
    )
    const { headers } = await fetch(`${origin}/social/connect/fake`, { redirect: 'manual' })
    expect(headers.get('x-application')).toBe('yes')
    expect(headers.getSetCookie()).toEqual([
      'mine=1; Path=/',
      expect.stringMatching(/^__Host-social_[\w-]+=.*HttpOnly/),
    ])
  })

  it('sets no cookie if neither the routes nor the application set one', async () => {
    const { status, headers } = await fetch(`${await start()}/social/callback/fake`)
    expect([status, headers.getSetCookie()]).toEqual([400, []])
  })

  it('accepts the CSRF token in a form', async () => {
    const { doubleCsrfProtection: csrfProtection, generateCsrfToken } = csrf()
    const origin = await start({ csrfProtection }, (app) => {
      app.use(cookieParser())
      app.get('/token', (request, response) => void response.send(generateCsrfToken(request, response)))
    })
    const given = await fetch(`${origin}/token`)
    const cookie = given.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const token = await given.text()
    const choose = (form: Record<string, string>) =>
      fetch(`${origin}/social/choose/fake`, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams(form),
      })
    expect((await choose({ account_id: '1' })).status).toBe(403)
    const withToken = await choose({ account_id: '1', _csrf: token })
    expect([withToken.status, await withToken.json()]).toEqual([
      400,
      { error: expect.stringContaining('This sign-in is unknown') },
    ])
  })

  it('raises an error for a guard that throws another value, synchronously or later', async () => {
    const thrown = { statusCode: 200, secret: 'no' } as unknown
    const raised: unknown[] = []
    const guards: RequestHandler[] = [
      () => {
        throw thrown
      },
      () => Promise.reject(thrown),
      (_request, _response, next) => next(thrown),
    ]
    for (const csrfProtection of guards) {
      const origin = await start({ csrfProtection }, undefined, (app) =>
        app.use(((error, _request, response, _next) => {
          raised.push(error)
          response.sendStatus(500)
        }) satisfies ErrorRequestHandler),
      )
      const { status } = await fetch(`${origin}/social/callback/fake`, { method: 'POST', body: 'a=b' })
      expect([status, raised.pop()]).toEqual([500, expect.objectContaining({ cause: thrown })])
      expect(raised).toEqual([])
      await mounted?.close()
    }
  })

  it('lets a server time out an endless body, without an error to the application', async () => {
    const errors: unknown[] = []
    const listenForErrors = (app: Express) =>
      app.use(((error, _request, response, _next) => {
        errors.push(error)
        response.sendStatus(500)
      }) satisfies ErrorRequestHandler)
    const ofServer = { requestTimeout: 200, connectionsCheckingInterval: 50 }
    const origin = await start({ secrets, deliver: () => {} }, undefined, listenForErrors, ofServer)
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('[')) })
    const slow = fetch(`${origin}/social/webhooks/fake`, {
      method: 'POST',
      headers: fake.signPush(payload),
      body: endless,
      duplex: 'half',
    })
    expect((await slow).status).toBe(408)
    let next = await push(origin)
    // Repeats the request, because a short pause of a busy machine can cause the timeout.
    while (next.status === 408) next = await push(origin)
    expect(next.status).toBe(200)
    expect(errors).toEqual([])
  })

  // Holds R-0183.
  it.each([
    [{ redirectUri }, 'needs a client'],
    [{ client, redirectUri: 'https://app.example/callback' }, '{platform}'],
    [{ client, redirectUri, secrets }, 'deliver'],
    [{ client, redirectUri, setup_tokens: {} }, 'setupTokens'],
    [{ client, redirectUri, prefix: '/social' }, 'app.use'],
    [undefined, 'needs a client'],
  ])('checks its options on creation: %o', (options, message) => {
    // safe cast: tests invalid options that JavaScript callers can pass
    expect(() => socialRoutes(options as SocialRoutesOptions)).toThrow(ConfigError)
    expect(() => socialRoutes(options as SocialRoutesOptions)).toThrow(message)
  })
})
