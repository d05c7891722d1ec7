import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import { Routes, toNodeHandler } from '@social/core/routes'
import { describe, expect, it } from 'vitest'

import { routeChecks } from './route-checks.js'
import type { MountedRoutes, MountRoutes } from './scene.js'

async function listen(server: Server): Promise<MountedRoutes> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // safe cast: `address()` of a listening TCP server returns an AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toWebRequest(request: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://localhost${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    // safe cast: Node's stream type and the global stream type describe the same class
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
  })
}

async function sendWeb(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, [...answer.headers].flat())
  response.end(Buffer.from(await answer.arrayBuffer()))
}

const mountNode: MountRoutes = ({ client, options, prefix }) =>
  listen(createServer(toNodeHandler(new Routes(client, { ...options, prefix }), { onError: () => {} })))

const mountWeb: MountRoutes = ({ client, options, prefix }) => {
  const { handle } = new Routes(client, { ...options, prefix })
  return listen(
    createServer((request, response) => {
      void handle(toWebRequest(request))
        .catch(() => new Response('Internal Server Error', { status: 500 }))
        .then((answer) => sendWeb(answer, response))
    }),
  )
}

const mountYes: MountRoutes = () => listen(createServer((_request, response) => response.end('{}')))

describe.each([
  ['the handler for node:http', mountNode],
  ['routes.handle', mountWeb],
])('%s', (_name, mount) => {
  it.for(routeChecks({ mount }))('$name', async ({ skip, run }, context) => {
    context.skip(skip !== false, String(skip))
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('routeChecks', () => {
  it('returns the missing hook of a skipped check', () => {
    const skips = routeChecks({ mount: mountYes }).flatMap(({ skip }) => (skip === false ? [] : [skip]))
    expect(skips).toEqual(['Pass mountWithCsrf to check this.', 'Pass mountBehindParser to check this.'])
  })

  it('fails every check of a mount that accepts everything', async () => {
    const checks = routeChecks({ mount: mountYes }).filter(({ skip }) => skip === false)
    const outcomes = await Promise.allSettled(checks.map(({ run }) => run()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
  })
})
