import type { INestApplication, NestApplicationOptions } from '@nestjs/common'
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { MountedRoutes } from '@social/testkit/routes'

/** Platforms that Nest supports. */
export type PlatformName = 'express' | 'fastify'

const ADAPTERS: Record<PlatformName, () => AbstractHttpAdapter> = { express: () => new ExpressAdapter(), fastify: () => new FastifyAdapter() }

export const PLATFORM_NAMES: readonly PlatformName[] = ['express', 'fastify']

/** Creates a Nest application that logs nothing and throws the errors of its modules. */
export function create(
  name: PlatformName,
  root: object,
  options: NestApplicationOptions = {},
): Promise<INestApplication> {
  return NestFactory.create(root, ADAPTERS[name](), { logger: false, abortOnError: false, ...options })
}

/** Starts an application on a free port. */
export async function listen(app: INestApplication): Promise<MountedRoutes> {
  await app.listen(0, '127.0.0.1')
  return { origin: await app.getUrl(), close: () => app.close() }
}
