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
  Get,
  Inject,
  Injectable,
  Module,
  type ModuleMetadata,
  type NestInterceptor,
  type PipeTransform,
  Post,
  VersioningType,
} from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Test } from '@nestjs/testing'
import { SocialClient, type Update } from '@social/core'
import { ConfigError } from '@social/core/platform'
import { anApp, FakePlatform, RecordingStorage } from '@social/testkit'
import { map, type Observable } from 'rxjs'
import { afterEach, describe, expect, it } from 'vitest'

import { create, listen, PLATFORM_NAMES } from './__fixtures__/nest-application.js'
import { SOCIAL_ROUTE, SocialModule, type SocialModuleOptions } from './index.js'

const redirectUri = 'https://app.example/social/callback/{platform}'
const PAYLOAD = '{"id":"1", "kind":"MENTION","connection_id":"fake:42","at":"2026-03-01T12:00:00Z"}'

function parts() {
  const fake = new FakePlatform()
  const storage = new RecordingStorage({ apps: [anApp({ platform: 'fake' })] })
  const delivered: Update[] = []
  const routes = {
    redirectUri,
    secrets: { fake: 'fake-secret' },
    deliver: (update: Update) => void delivered.push(update),
  }
  return { fake, storage, delivered, routes, platforms: { fake } }
}

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function start(app: Parameters<typeof listen>[0]): Promise<string> {
  const mounted = await listen(app)
  open.push(mounted)
  return mounted.origin
}

function push(origin: string, fake: FakePlatform, prefix = '/social', type = 'application/json') {
  return fetch(`${origin}${prefix}/webhooks/fake`, {
    method: 'POST',
    headers: { ...fake.signPush(PAYLOAD), 'content-type': type },
    body: PAYLOAD,
  })
}

const goTo = (address: string) => fetch(address, { redirect: 'manual' })

/** Lets nothing pass but what networks push. */
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
    throw new Error('A pipe saw it.')
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

@Controller('accounts')
class Accounts {
  readonly social: SocialClient

  constructor(@Inject(SocialClient) social: SocialClient) {
    this.social = social
  }

  @Get()
  list(): readonly string[] {
    return this.social.platformNames
  }
}

function rootOf(metadata: ModuleMetadata): object {
  @Module(metadata)
  class App {}
  return App
}

describe.each(PLATFORM_NAMES)('SocialModule on %s', (name) => {
  it('makes one client of a storage, and gives it to whoever injects it', async () => {
    const { storage, platforms, routes } = parts()
    const imports = [SocialModule.forRoot({ storage, platforms, routes })]
    const app = await create(name, rootOf({ imports, controllers: [Accounts] }))
    const origin = await start(app)
    expect(await (await fetch(`${origin}/accounts`)).json()).toEqual(['fake'])
    expect((await goTo(`${origin}/social/connect/fake`)).status).toBe(302)
    expect(app.get(Accounts, { strict: false }).social).toBe(app.get(SocialClient, { strict: false }))
  })

  it('takes a blocking storage, and needs no other server for it', async () => {
    const { platforms, routes, fake, storage } = parts()
    const calls: string[] = []
    const blocking = {
      getConnection: () => null,
      saveConnection: ({ id }: { id: string }) => void calls.push(id),
      deleteConnection: () => {},
      getApp: () => anApp({ platform: 'fake' }),
      saveApp: () => {},
    }
    const origin = await start(
      await create(name, SocialModule.forRoot({ syncStorage: blocking, platforms, routes })),
    )
    const asked = await goTo(`${origin}/social/connect/fake`)
    const state = new URL(asked.headers.get('location') ?? '').searchParams.get('state')
    const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const done = await fetch(`${origin}/social/callback/fake?code=1&state=${state}`, { headers: { cookie } })
    expect([done.status, calls, storage.calls]).toEqual([200, ['fake:42'], []])
    expect((await push(origin, fake)).status).toBe(200)
  })

  it('is made of what other modules provide', async () => {
    const { storage, platforms, routes, fake, delivered } = parts()
    @Module({
      providers: [{ provide: 'INBOX', useValue: { take: routes.deliver } }],
      exports: ['INBOX'],
    })
    class InboxModule {}
    const imports = [
      SocialModule.forRootAsync({
        prefix: 'net',
        isGlobal: true,
        imports: [InboxModule],
        inject: ['INBOX'],
        useFactory: async (inbox: { take: typeof routes.deliver }) => ({
          storage,
          platforms,
          routes: { ...routes, deliver: inbox.take },
        }),
      }),
    ]
    @Module({ controllers: [Accounts] })
    class AccountsModule {}
    const origin = await start(await create(name, rootOf({ imports: [...imports, AccountsModule] })))
    expect((await fetch(`${origin}/accounts`)).status).toBe(200)
    expect((await push(origin, fake, '/net')).status).toBe(200)
    expect(delivered.map(({ id }) => id)).toEqual(['1'])
  })

  it('gives its client to no module that does not import it, unless it was made global', async () => {
    const { storage, platforms, routes } = parts()
    @Module({ controllers: [Accounts] })
    class AccountsModule {}
    const imports = [SocialModule.forRoot({ storage, platforms, routes }), AccountsModule]
    await expect(create(name, rootOf({ imports }))).rejects.toThrow('SocialClient')
  })

  it('refuses a body that is too big, and closes the connection', async () => {
    const { storage, platforms, routes, delivered } = parts()
    const bounded = { ...routes, biggestBodyBytes: 1000 }
    const app = await create(name, SocialModule.forRoot({ storage, platforms, routes: bounded }))
    const body = 'x'.repeat(2000)
    const reply = await fetch(`${await start(app)}/social/webhooks/fake`, { method: 'POST', body })
    expect([reply.status, reply.headers.get('connection'), delivered]).toEqual([413, 'close', []])
  })

  it('stays as it is under a global prefix, versions, guards, pipes and interceptors', async () => {
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

  it('works with the CSRF protection of Nest: webhooks pass, forms of other sites do not', async () => {
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

  it('can be left out of the global prefix', async () => {
    const { storage, platforms, routes, fake } = parts()
    const app = await create(name, SocialModule.forRoot({ storage, platforms, routes }))
    app.setGlobalPrefix('api', { exclude: ['social/{*path}'] })
    const origin = await start(app)
    expect((await push(origin, fake)).status).toBe(200)
  })

  it('leaves the parsers of all other routes as they were', async () => {
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

  it('lets filters of the application see what deliver threw', async () => {
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

  it('works in a module under test, which is made before its server', async () => {
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
  ])(
    'says plainly when something in front has read the body; kept bytes it takes: %s',
    async (isKept, status, wanted) => {
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
    },
  )

  it('closes the client it made with the application, and leaves that of the application open', async () => {
    const { storage, platforms, routes } = parts()
    const mine = new SocialClient({ storage, platforms })
    for (const options of [
      { client: mine, routes },
      { storage, platforms, routes },
    ]) {
      const app = await create(name, SocialModule.forRoot(options))
      const client = app.get(SocialClient, { strict: false })
      let closed = 0
      const close = client.close.bind(client)
      client.close = () => {
        closed += 1
        return close()
      }
      await app.init()
      await app.close()
      expect(closed).toBe(client === mine ? 0 : 1)
    }
  })

  it.each([
    [
      'no storage',
      (): object => ({ platforms: parts().platforms, routes: parts().routes }),
      'needs a storage',
    ],
    [
      'two storages',
      (): object => ({ ...parts(), syncStorage: parts().storage }),
      'either storage or syncStorage',
    ],
    ['no routes', (): object => ({ storage: parts().storage, platforms: {} }), 'needs routes'],
    ['null for routes', (): object => ({ storage: parts().storage, routes: null }), 'needs routes'],
  ])('is refused with %s, also when its options come later', async (_what, wrong, words) => {
    // Wrong on purpose: callers without types get the same words.
    const options = wrong() as SocialModuleOptions
    expect(() => SocialModule.forRoot(options)).toThrow(ConfigError)
    expect(() => SocialModule.forRoot(options)).toThrow(words)
    const later = SocialModule.forRootAsync({ useFactory: () => options })
    await expect(create(name, later)).rejects.toThrow(words)
  })

  it('checks the options of the routes when the application is made', async () => {
    const { storage, platforms, routes } = parts()
    const { deliver: _deliver, ...without } = routes
    await expect(create(name, SocialModule.forRoot({ storage, platforms, routes: without }))).rejects.toThrow(
      'deliver',
    )
  })
})

it('lets a server cut off a body that does not end, and goes on', async () => {
  const { storage, platforms, routes, fake, delivered } = parts()
  // Node takes the smaller one of this and its time-out for headers for the headers, so both have to be small here.
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
  // On a machine that stands still for a moment even a quick body may be late.
  while (next.status === 408) next = await push(origin, fake)
  expect(next.status).toBe(200)
})

/** A host that reads every body before Nest does, as some clouds do. */
async function startBehind(app: Parameters<typeof listen>[0], isKept: boolean): Promise<string> {
  const origin = await start(app)
  const server = app.getHttpServer()
  const [handler] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', async (request: NodeJS.ReadableStream, response: unknown) => {
    const read: Buffer[] = []
    for await (const part of request) read.push(part as Buffer) // no encoding is set
    if (isKept) Object.assign(request, { rawBody: Buffer.concat(read) })
    handler(request, response)
  })
  return origin
}
