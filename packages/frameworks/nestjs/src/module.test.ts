import 'reflect-metadata'
import { Controller, Get, Inject, Module } from '@nestjs/common'
import { SocialClient } from '@social/core'
import { ConfigError } from '@social/core'
import { anApp } from '@social/testkit/application'
import { afterEach, describe, expect, it } from 'vitest'

import { create, PLATFORM_NAMES } from './__fixtures__/nest-application.js'
import { closeAll, goTo, parts, push, rootOf, start } from './__fixtures__/social-application.js'
import { SocialModule, type SocialModuleOptions } from './index.js'

afterEach(closeAll)

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

describe.each(PLATFORM_NAMES)('SocialModule on %s', (name) => {
  // Holds R-0174.
  it('creates one client for a storage, and provides it for injection', async () => {
    const { storage, platforms, routes } = parts()
    const imports = [SocialModule.forRoot({ storage, platforms, routes })]
    const app = await create(name, rootOf({ imports, controllers: [Accounts] }))
    const origin = await start(app)
    expect(await (await fetch(`${origin}/accounts`)).json()).toEqual(['fake'])
    expect((await goTo(`${origin}/social/connect/fake`)).status).toBe(302)
    expect(app.get(Accounts, { strict: false }).social).toBe(app.get(SocialClient, { strict: false }))
  })

  // Holds R-0185.
  it('accepts a synchronous storage, and needs no other server for it', async () => {
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

  it('can use providers of other modules', async () => {
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

  it('provides its client only to modules that import it, unless it is global', async () => {
    const { storage, platforms, routes } = parts()
    @Module({ controllers: [Accounts] })
    class AccountsModule {}
    const imports = [SocialModule.forRoot({ storage, platforms, routes }), AccountsModule]
    await expect(create(name, rootOf({ imports }))).rejects.toThrow('SocialClient')
  })

  it('closes a client that it created, and not the client of the application', async () => {
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

  // Holds R-0184.
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
  ])('is refused with %s, also with asynchronous options', async (_what, wrong, message) => {
    // safe cast: tests invalid options that JavaScript callers can pass
    const options = wrong() as SocialModuleOptions
    expect(() => SocialModule.forRoot(options)).toThrow(ConfigError)
    expect(() => SocialModule.forRoot(options)).toThrow(message)
    const later = SocialModule.forRootAsync({ useFactory: () => options })
    await expect(create(name, later)).rejects.toThrow(message)
  })

  it('checks the options of the routes when the application is created', async () => {
    const { storage, platforms, routes } = parts()
    const { deliver: _deliver, ...without } = routes
    await expect(create(name, SocialModule.forRoot({ storage, platforms, routes: without }))).rejects.toThrow(
      'deliver',
    )
  })
})
