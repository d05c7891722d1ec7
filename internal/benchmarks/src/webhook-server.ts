// Server of the webhook benchmark, in a separate process: `webhook-server <kind>`. It reports its
// port at the start, and its CPU time in microseconds on request.
import 'reflect-metadata'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Dispatcher, InMemorySeenUpdates, InMemoryStorage, SocialClient } from '@social/core'
import { definePlatform, makeLimits, makeUpdate, parseJson, verifyHmacSha256 } from '@social/core/platform'
import { Routes, toNodeHandler } from '@social/core/routes'
import { socialRoutes as expressRoutes } from '@social/express'
import { socialRoutes } from '@social/fastify'
import { SocialModule } from '@social/nestjs'
import express from 'express'
import fastify from 'fastify'
import * as v from 'valibot'

import { SECRET } from './webhook-body.js'

const never = () => Promise.reject(new Error('not measured'))
const changeSchema = v.object({ id: v.string(), account: v.string(), time: v.number() })

/** Network that pushes one change per webhook, so that the benchmark measures only core. */
const pushing = definePlatform({
  name: 'pushing',
  displayName: 'Pushing',
  developerPortal: null,
  features: ['PUSH_UPDATES'],
  origins: () => [],
  apiBase: () => 'https://pushing.example',
  authHeaders: () => ({}),
  readError: () => null,
  renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: false }),
  limits: async () => makeLimits({}),
  startLogin: never,
  finishLogin: never,
  refresh: never,
  checkSignature: (body, headers, { secret }) => verifyHmacSha256(body, headers, { secret }),
  readUpdates: (body) => {
    const raw = v.parse(
      changeSchema,
      parseJson(Buffer.from(body.buffer, body.byteOffset, body.length).toString()),
    )
    return [
      makeUpdate({
        id: raw.id,
        kind: 'COMMENT_CREATED',
        platform: 'pushing',
        connectionId: `pushing:${raw.account}`,
        timestamp: new Date(raw.time),
        raw,
      }),
    ]
  },
})

function settings() {
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { pushing } })
  // The dispatcher remembers fewer updates than there are bodies, so that a repeated body is
  // handled as new.
  const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates({ maxSize: 500 }) })
  let handled = 0
  dispatcher.on('COMMENT_CREATED', () => {
    handled += 1
  })
  const redirectUri = 'https://app.example/social/callback/{platform}'
  return { client, redirectUri, secrets: { pushing: SECRET }, deliver: dispatcher.deliver }
}

/** Smallest server that handles a webhook. The other servers are compared with it. */
function bare(): Server {
  return createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const wanted = createHmac('sha256', SECRET).update(Buffer.concat(parts)).digest()
      const given = Buffer.from(String(request.headers['x-hub-signature-256']).slice(7), 'hex')
      const isRight = given.length === wanted.length && timingSafeEqual(given, wanted)
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json', 'content-length': 11 })
      response.end('{"ok":true}')
    })
  })
}

async function listening(server: Server): Promise<number> {
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // safe cast: a listening TCP server has an address of this type
}

/** Express server that only reads the body and verifies its HMAC. */
function bareExpress(): Server {
  const app = express().disable('x-powered-by')
  app.post('/social/webhooks/pushing', express.raw({ type: () => true }), ({ body, headers }, response) => {
    verifyHmacSha256(body as Buffer, headers as Record<string, string>, { secret: SECRET }) // safe cast: express.raw() parses every body as a buffer
    response.json({ ok: true })
  })
  return createServer(app)
}

async function startNest(adapter: AbstractHttpAdapter): Promise<number> {
  const { client, ...routes } = settings()
  const app = await NestFactory.create(SocialModule.forRoot({ client, routes }), adapter, {
    logger: ['error'],
  })
  await app.listen(0, '127.0.0.1')
  const server = app.getHttpServer() as Server // safe cast: both adapters create a Node server
  server.keepAliveTimeout = 60_000
  return (server.address() as AddressInfo).port // safe cast: a listening TCP server has an address of this type
}

async function start(kind: string): Promise<number> {
  if (kind === 'bare') return listening(bare())
  if (kind === 'express-bare') return listening(bareExpress())
  if (kind === 'nest-express') return startNest(new ExpressAdapter())
  if (kind === 'nest-fastify') return startNest(new FastifyAdapter())
  const { client, ...options } = settings()
  if (kind === 'express')
    return listening(
      createServer(
        express()
          .disable('x-powered-by')
          .use('/social', expressRoutes({ client, ...options })),
      ),
    )
  if (kind === 'node') return listening(createServer(toNodeHandler(new Routes(client, options))))
  const app = fastify({ keepAliveTimeout: 60_000 })
  if (kind === 'fastify') await app.register(socialRoutes, { prefix: '/social', client, ...options })
  else if (kind === 'fastify-bare') {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post('/social/webhooks/pushing', async ({ body, headers }) => {
      verifyHmacSha256(body as Buffer, headers as Record<string, string>, { secret: SECRET }) // safe cast: the content type parser above returns a buffer
      return { ok: true }
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port // safe cast: a listening TCP server has an address of this type
}

const port = await start(process.argv[2] ?? 'bare')
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, user, system })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
