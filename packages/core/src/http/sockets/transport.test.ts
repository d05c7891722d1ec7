import { buffer } from 'node:stream/consumers'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import type { Transport } from '../types.js'
import { aTransportRequest, type LoopbackServer, serve } from './__fixtures__/loopback.js'
import { undiciTransport, type UndiciTransportOptions } from './transport.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function aTransport(options?: UndiciTransportOptions): Transport {
  const transport = undiciTransport(options)
  open.push(transport)
  return transport
}

async function aServer(listener: Parameters<typeof serve>[0]): Promise<LoopbackServer> {
  const server = await serve(listener)
  open.push(server)
  return server
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe('the transport', () => {
  it('sends method, path, query, headers and body unchanged', async () => {
    const received: unknown[] = []
    const { url } = await aServer((request, response) => {
      const { method, url: path, headers } = request
      void buffer(request).then((body) => {
        received.push({
          method,
          path,
          type: headers['content-type'],
          length: headers['content-length'],
          body: text(body),
        })
        return response.end()
      })
    })
    await aTransport().send(
      aTransportRequest({
        method: 'PATCH',
        url: `${url}/a//b/%41?q=1&q=%20/#part`,
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from('höi'),
      }),
    )
    await aTransport().send(aTransportRequest({ method: 'POST', url: `${url}/a//b?q=1&q=%2F` }))
    expect(received).toMatchObject([
      { method: 'PATCH', path: '/a//b/%41?q=1&q=%20/', type: 'text/plain', length: '4', body: 'höi' },
      { method: 'POST', path: '/a//b?q=1&q=%2F', length: '0', body: '' },
    ])
  })

  it('adds no headers of its own, in particular no compression', async () => {
    const { url } = await aServer((request, response) => {
      response.end(JSON.stringify(Object.keys(request.headers).toSorted()))
    })
    const { body } = await aTransport().send(aTransportRequest({ url }))
    expect(JSON.parse(text(body))).toEqual(['connection', 'host'])
  })

  it('returns status, lower-case joined headers, and a body of several pieces', async () => {
    const { url } = await aServer((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' })
      response.writeHead(418, { 'X-One': 'a', 'Set-Cookie': ['b=1', 'c=2'] })
      response.write('one ')
      setImmediate(() => {
        response.write('two ')
        setImmediate(() => response.end('three'))
      })
    })
    const reply = await aTransport().send(aTransportRequest({ url }))
    expect(reply.status).toBe(418)
    expect(reply.headers).toMatchObject({ 'x-one': 'a', 'set-cookie': 'b=1, c=2' })
    expect(text(reply.body)).toBe('one two three')
  })

  it('keeps a socket for the next request', async () => {
    const server = await aServer((_request, response) => response.end())
    const transport = aTransport()
    for (let round = 0; round < 3; round += 1) await transport.send(aTransportRequest({ url: server.url }))
    expect(server.connections).toBe(1)
  })

  it('opens at most the configured number of sockets per origin, and queues the rest in order', async () => {
    const answers: (() => void)[] = []
    const paths: (string | undefined)[] = []
    const server = await aServer((request, response) => {
      paths.push(request.url)
      answers.push(() => response.end())
    })
    const transport = aTransport({ socketsPerOrigin: 2 })
    const all = Promise.all(
      ['/1', '/2', '/3', '/4'].map((path) =>
        transport.send(aTransportRequest({ url: `${server.url}${path}` })),
      ),
    )
    for (let answered = 0; answered < 4; answered += 1) {
      await vi.waitUntil(() => answers.length > answered, { timeout: 120_000 })
      answers[answered]?.()
    }
    await all
    expect(server.connections).toBe(2)
    expect(paths.slice(2)).toEqual(['/3', '/4'])
  })

  it('closes the sockets of the least recently used origin if there are too many', async () => {
    const closed: string[] = []
    const listener =
      (name: string): Parameters<typeof serve>[0] =>
      (request, response) => {
        request.socket.once('close', () => closed.push(name))
        response.end()
      }
    const [first, second] = [await aServer(listener('first')), await aServer(listener('second'))]
    const transport = aTransport({ origins: 1 })
    await transport.send(aTransportRequest({ url: first.url }))
    await transport.send(aTransportRequest({ url: second.url }))
    await vi.waitUntil(() => closed.length > 0, { timeout: 120_000 })
    expect(closed).toEqual(['first'])
    await transport.send(aTransportRequest({ url: first.url }))
    expect(first.connections).toBe(2)
  })

  it('completes requests in progress at an origin whose sockets are not kept', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const slow = await aServer((_request, response) => arrive(() => response.end('late')))
    const other = await aServer((_request, response) => response.end())
    const transport = aTransport({ origins: 1 })
    const late = transport.send(aTransportRequest({ url: slow.url }))
    const answer = await arrived
    await transport.send(aTransportRequest({ url: other.url }))
    answer()
    expect(text((await late).body)).toBe('late')
  })

  it('sends nothing after it was closed', async () => {
    const server = await aServer((_request, response) => response.end())
    const transport = undiciTransport()
    await transport.send(aTransportRequest({ url: server.url }))
    await transport.close()
    await transport.close()
    await expect(transport.send(aTransportRequest({ url: server.url }))).rejects.toMatchObject({
      code: 'CLOSED',
    })
  })

  it.each(['nonsense', 'ftp://a.example/', '/path'])('refuses %s, which is not a URL', async (url) => {
    await expect(aTransport().send(aTransportRequest({ url }))).rejects.toBeInstanceOf(ConfigError)
  })

  it('refuses a header that would inject another', async () => {
    const server = await aServer((_request, response) => response.end())
    const request = aTransportRequest({ url: server.url, headers: { 'x-a': 'b\r\nx-c: secret' } })
    const sending = aTransport().send(request)
    await expect(sending).rejects.toBeInstanceOf(ConfigError)
    await expect(sending).rejects.not.toThrow('secret')
  })

  it.each([{ socketsPerOrigin: 0 }, { origins: 1.5 }])('refuses the setting %j', (options) => {
    expect(() => undiciTransport(options)).toThrow(ConfigError)
  })
})
