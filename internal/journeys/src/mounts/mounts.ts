import 'reflect-metadata'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createAdaptorServer } from '@hono/node-server'
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { SocialClient } from '@social/core'
import { Routes, toNodeHandler } from '@social/core/routes'
import { socialRoutes as expressRoutes } from '@social/express'
import { socialRoutes as fastifyRoutes } from '@social/fastify'
import { SocialModule } from '@social/nestjs'
import type { MountedRoutes, MountRoutes, RouteCheckSetup } from '@social/testkit/routes'
import express, { type ErrorRequestHandler } from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'

async function listen(server: Server): Promise<MountedRoutes> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // safe cast: a listening TCP server has an address of this type
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const quiet: ErrorRequestHandler = (_error, _request, response, _next) => void response.sendStatus(500)

async function mountNest(setup: RouteCheckSetup, adapter: AbstractHttpAdapter): Promise<MountedRoutes> {
  const { client, options, prefix } = setup
  // safe cast: the checks pass a client with all members that the routes use
  const root = SocialModule.forRoot({ client: client as SocialClient, prefix, routes: options })
  const app = await NestFactory.create(root, adapter, { logger: false })
  await app.listen(0, '127.0.0.1')
  return { origin: await app.getUrl(), close: () => app.close() }
}

/** Functions that mount the routes in a minimal application, by framework. */
export const MOUNTS = {
  node: ({ client, options, prefix }) =>
    listen(createServer(toNodeHandler(new Routes(client, { ...options, prefix }), { onError: () => {} }))),
  hono: ({ client, options, prefix }) => {
    const routes = new Routes(client, { ...options, prefix })
    const app = new Hono()
    app.all(`${prefix}/*`, (context) => routes.handle(context.req.raw))
    app.onError((_error, context) => context.text('Internal Server Error', 500))
    // safe cast: without options, this function creates a node:http server
    return listen(createAdaptorServer(app) as Server)
  },
  express: ({ client, options, prefix }) => {
    const app = express()
    app.use(prefix, expressRoutes({ client, ...options }))
    app.use(quiet)
    return listen(createServer(app))
  },
  fastify: async ({ client, options, prefix }) => {
    const app = fastify()
    await app.register(fastifyRoutes, { prefix, client, ...options })
    return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
  },
  'nest on express': (setup) => mountNest(setup, new ExpressAdapter()),
  'nest on fastify': (setup) => mountNest(setup, new FastifyAdapter()),
} as const satisfies Record<string, MountRoutes>

/** Name of a framework in `MOUNTS`. */
export type MountName = keyof typeof MOUNTS
export const MOUNT_NAMES = Object.keys(MOUNTS) as readonly MountName[] // safe cast: Object.keys returns the keys of `MOUNTS`
