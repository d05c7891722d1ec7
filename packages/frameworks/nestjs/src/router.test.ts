import 'reflect-metadata'
import fastifyCookie from '@fastify/cookie'
import fastifyCsrf from '@fastify/csrf-protection'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { SocialClient } from '@social/core'
import { type MountRoutes, routeChecks } from '@social/testkit/routes'
import cookieParser from 'cookie-parser'
import { doubleCsrf } from 'csrf-csrf'
import { describe, expect, it } from 'vitest'

import { create, listen, type PlatformName, PLATFORM_NAMES } from './__fixtures__/nest-application.js'
import { SocialModule, type SocialRoutesOptions } from './index.js'

type Setup = Parameters<MountRoutes>[0]

function socialModule({ client, options, prefix }: Setup, more: Partial<SocialRoutesOptions> = {}) {
  // safe cast: the routes use only the given part of the client
  return SocialModule.forRoot({ client: client as SocialClient, prefix, routes: { ...options, ...more } })
}

const { doubleCsrfProtection } = doubleCsrf({
  getSecret: () => 'a secret of the application',
  getSessionIdentifier: () => 'the session of the visitor',
})

const MOUNTS_WITH_CSRF: Record<PlatformName, MountRoutes> = {
  express: async (setup) => {
    const app = await create('express', socialModule(setup, { csrfProtection: doubleCsrfProtection }))
    app.use(cookieParser())
    return listen(app)
  },
  fastify: async (setup) => {
    let app: NestFastifyApplication | null = null
    const csrfProtection: SocialRoutesOptions['csrfProtection'] = (request, reply, done) =>
      app?.getHttpAdapter().getInstance().csrfProtection(request, reply, done)
    app = (await create('fastify', socialModule(setup, { csrfProtection }))) as NestFastifyApplication // safe cast: `create` uses the Fastify adapter here
    await app.register(fastifyCookie)
    await app.register(fastifyCsrf)
    return listen(app)
  },
}

// Holds R-0145, R-0186.
describe.each(PLATFORM_NAMES)('the routes in Nest on %s', (name) => {
  const mount: MountRoutes = async (setup) => listen(await create(name, socialModule(setup)))
  const mountBehindParser: MountRoutes = async (setup) =>
    listen(await create(name, socialModule(setup), { rawBody: true }))
  const checks = routeChecks({ mount, mountWithCsrf: MOUNTS_WITH_CSRF[name], mountBehindParser })
  it.for(checks)('$name', async ({ skip, run }) => {
    expect(skip).toBe(false)
    await expect(run()).resolves.toBeUndefined()
  })
})
