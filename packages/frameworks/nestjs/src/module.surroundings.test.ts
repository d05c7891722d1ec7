import 'reflect-metadata'
import {
  type ArgumentsHost,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  Post,
  VersioningType,
} from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Test } from '@nestjs/testing'
import { map, type Observable } from 'rxjs'
import { afterEach, describe, expect, it } from 'vitest'

import { create, type listen, PLATFORM_NAMES } from './__fixtures__/nest-application.js'
import { closeAll, goTo, parts, PAYLOAD, push, rootOf, start } from './__fixtures__/social-application.js'
import { SOCIAL_ROUTE, SocialModule } from './index.js'

afterEach(closeAll)

/** Guard that accepts webhooks and refuses all other requests. */
@Injectable()
class OnlyWebhooks implements CanActivate {
  readonly reflector = new Reflector()
  canActivate(context: ExecutionContext): boolean {
    return this.reflector.get(SOCIAL_ROUTE, context.getHandler()) === 'webhooks'
  }
}

@Injectable()
class RefuseAll implements PipeTransform {
  transform(): never {
    throw new Error('A pipe was called.')
  }
}

@Injectable()
class Wrap implements NestInterceptor {
  seen = 0
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    this.seen += 1
    return next.handle().pipe(map((data: unknown) => ({ data })))
  }
}

@Controller('echo')
class Echo {
  @Post()
  echo(@Body() body: unknown): unknown {
    return { got: body }
  }
}

describe.each(PLATFORM_NAMES)('SocialModule on %s', (name) => {
  it('refuses a body that is too large, and closes the connection', async () => {
    const { storage, platforms, routes, delivered } = parts()
    const bounded = { ...routes, maxBodyBytes: 1000 }
    const app = await create(name, SocialModule.forRoot({ storage, platforms, routes: bounded }))
    const body = 'x'.repeat(2000)
    const reply = await fetch(`${await start(app)}/social/webhooks/fake`, { method: 'POST', body })
    expect([reply.status, reply.headers.get('connection'), delivered]).toEqual([413, 'close', []])
  })

  it('works under a global prefix, versions, guards, pipes and interceptors', async () => {
    const { storage, platforms, routes, fake, delivered } = parts()
    const app = await create(
      name,
      SocialModule.forRoot({ prefix: '/:tenant/net/', storage, platforms, routes }),
    )
    const wrap = new Wrap()
    app
      .setGlobalPrefix('api')
      .enableVersioning({ type: VersioningType.URI, defaultVersion: '2' })
      .useGlobalGuards(new OnlyWebhooks())
      .useGlobalPipes(new RefuseAll())
      .useGlobalInterceptors(wrap)
    const origin = await start(app)
    const pushed = await push(origin, fake, '/api/acme/net')
    expect([pushed.status, await pushed.text(), wrap.seen]).toEqual([200, '{"ok":true}', 1])
    expect(delivered).toHaveLength(1)
    expect((await goTo(`${origin}/api/acme/net/connect/fake`)).status).toBe(403)
    expect((await goTo(`${origin}/api/v2/acme/net/connect/fake`)).status).toBe(404)
    expect((await goTo(`${origin}/acme/net/connect/fake`)).status).toBe(404)
  })

  it('works with the CSRF protection of Nest: webhooks are accepted, forms of other sites are refused', async () => {
    const { storage, platforms, routes, fake } = parts()
    const app = await create(name, SocialModule.forRoot({ storage, platforms, routes }))
    app.enableCsrfProtection()
    const origin = await start(app)
    expect((await push(origin, fake)).status).toBe(200)
    const choose = (site: string) =>
      fetch(`${origin}/social/choose/fake`, {
        method: 'POST',
        headers: { 'sec-fetch-site': site, origin: 'https://evil.example' },
        body: new URLSearchParams({ account_id: '1', state: 'x' }),
      })
    expect((await choose('cross-site')).status).toBe(403)
    expect((await choose('same-origin')).status).toBe(400)
  })

  it('can be excluded from the global prefix', async () => {
    const { storage, platforms, routes, fake } = parts()
    const app = await create(name, SocialModule.forRoot({ storage, platforms, routes }))
    app.setGlobalPrefix('api', { exclude: ['social/{*path}'] })
    const origin = await start(app)
    expect((await push(origin, fake)).status).toBe(200)
  })

  it('does not change the parsers of all other routes', async () => {
    const { storage, platforms, routes, fake } = parts()
    const social = SocialModule.forRoot({ storage, platforms, routes })
    const other = SocialModule.forRoot({ prefix: 'other', storage, platforms, routes })
    const origin = await start(await create(name, rootOf({ imports: [social, other], controllers: [Echo] })))
    const echo = (type: string, body: string) =>
      fetch(`${origin}/echo`, { method: 'POST', headers: { 'content-type': type }, body })
    expect(await (await echo('application/json', '{"a":[1]}')).json()).toEqual({ got: { a: [1] } })
    expect(await (await echo('application/x-www-form-urlencoded', 'a=1')).json()).toEqual({ got: { a: '1' } })
    expect((await echo('application/json', '{"a"')).status).toBe(400)
    for (const [prefix, type] of [
      ['/social', 'application/json'],
      ['/other', 'text/plain'],
      ['/other', 'application/cloudevents+json'],
    ])
      expect((await push(origin, fake, prefix, type)).status).toBe(200)
  })

  it('passes errors of deliver to filters of the application', async () => {
    const { storage, platforms, routes, fake } = parts()
    const boom = new Error('boom')
    const seen: unknown[] = []
    @Catch()
    class Teapot implements ExceptionFilter {
      catch(error: unknown, context: ArgumentsHost): void {
        seen.push(error)
        app.getHttpAdapter().reply(context.switchToHttp().getResponse(), 'mine', 503)
      }
    }
    const deliver = () => Promise.reject(boom)
    const app = await create(
      name,
      SocialModule.forRoot({ storage, platforms, routes: { ...routes, deliver } }),
    )
    app.useGlobalFilters(new Teapot())
    const origin = await start(app)
    expect((await push(origin, fake)).status).toBe(503)
    expect(seen).toEqual([expect.objectContaining({ cause: boom })])
  })

  it('works in a module under test, which is created before its server', async () => {
    const { storage, platforms, routes, fake } = parts()
    const under = await Test.createTestingModule({
      imports: [SocialModule.forRoot({ storage, platforms, routes })],
    }).compile()
    const adapter = name === 'express' ? new ExpressAdapter() : new FastifyAdapter()
    const origin = await start(under.createNestApplication(adapter, { logger: false }))
    expect((await push(origin, fake)).status).toBe(200)
    expect((await goTo(`${origin}/social/connect/fake`)).status).toBe(302)
  })

  it.each([
    [
      false,
      500,
      [expect.objectContaining({ message: expect.stringContaining('rawBody: true'), code: 'CONFIG' })],
    ],
    [true, 200, []],
  ])('reports a body that was already read, and accepts kept bytes: %s', async (isKept, status, wanted) => {
    const { storage, platforms, routes, fake } = parts()
    const app = await create(name, SocialModule.forRoot({ storage, platforms, routes }))
    const errors: unknown[] = []
    @Catch()
    class Keep implements ExceptionFilter {
      catch(error: unknown, context: ArgumentsHost): void {
        errors.push(error)
        app.getHttpAdapter().reply(context.switchToHttp().getResponse(), 'sorry', 500)
      }
    }
    app.useGlobalFilters(new Keep())
    const origin = await startBehind(app, isKept)
    expect((await push(origin, fake)).status).toBe(status)
    expect(errors).toEqual(wanted)
  })
})

it('lets a server time out an endless body, and continues', async () => {
  const { storage, platforms, routes, fake, delivered } = parts()
  // Node.js applies the smaller value of the request timeout and the headers timeout to headers, so
  // both values are small.
  const requestTimeout = 200
  const adapter = new FastifyAdapter({
    requestTimeout,
    http: { requestTimeout, connectionsCheckingInterval: 50 },
  })
  const root = SocialModule.forRoot({ storage, platforms, routes })
  const origin = await start(await NestFactory.create(root, adapter, { logger: false }))
  const slow = await fetch(`${origin}/social/webhooks/fake`, {
    method: 'POST',
    headers: fake.signPush(PAYLOAD),
    body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('[')) }),
    duplex: 'half',
  })
  expect([slow.status, delivered]).toEqual([408, []])
  let next = await push(origin, fake)
  // Repeats the request, because a short pause of a busy machine can cause the timeout.
  while (next.status === 408) next = await push(origin, fake)
  expect(next.status).toBe(200)
})

/** Starts a server that reads every body before Nest does, like some cloud platforms. */
async function startBehind(app: Parameters<typeof listen>[0], isKept: boolean): Promise<string> {
  const origin = await start(app)
  const server = app.getHttpServer()
  const [handler] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', async (request: NodeJS.ReadableStream, response: unknown) => {
    const read: Buffer[] = []
    for await (const part of request) read.push(part as Buffer) // safe cast: a request without an encoding yields Buffers
    if (isKept) Object.assign(request, { rawBody: Buffer.concat(read) })
    handler(request, response)
  })
  return origin
}
