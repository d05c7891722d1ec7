import type { Socket } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { NetworkError } from '../errors/index.js'
import { aBench, type Bench } from './__fixtures__/engine.js'
import type { PublishRecorder } from './attempts/visible-request.js'
import { aTransportRequest, type LoopbackServer, serveSockets } from './sockets/__fixtures__/loopback.js'
import { undiciTransport } from './sockets/transport.js'
import type { BodySource, HttpMethod, RequestOptions } from './types.js'

const TIMES = 40
const SUCCESS = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Ways in which a server closes a connection that it kept open. */
const ENDINGS = {
  'a FIN after the response': { when: 'IDLE', end: (socket: Socket) => socket.end() },
  'a reset after the response': { when: 'IDLE', end: (socket: Socket) => socket.resetAndDestroy() },
  'a FIN when the next request arrives': { when: 'NEXT', end: (socket: Socket) => socket.end() },
  'a reset when the next request arrives': {
    when: 'NEXT',
    end: (socket: Socket) => socket.resetAndDestroy(),
  },
} as const
const NAMES = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[] // safe cast: ENDINGS is a constant with exactly these keys

/**
 * Starts a server that responds to the first requests of each connection, and then closes the
 * connection.
 */
async function aClosingServer(ending: keyof typeof ENDINGS, answered = 1): Promise<LoopbackServer> {
  const { when, end } = ENDINGS[ending]
  const server = await serveSockets((socket) => {
    let requests = 0
    socket.on('data', () => {
      requests += 1
      if (requests <= answered) socket.write(SUCCESS)
      if (requests === answered && when === 'IDLE') setImmediate(end, socket)
      if (requests > answered) end(socket)
    })
  })
  open.push(server)
  return server
}

const publish: PublishRecorder = { begin: () => null, end: () => null, noteWrite: () => undefined }

function aClient(): Bench {
  const transport = undiciTransport()
  open.push(transport)
  return aBench([], { engine: { transport }, binding: { publish } })
}

function aSource(opened: number[] = []): BodySource {
  return {
    length: 2,
    async *open() {
      opened.push(1)
      yield Buffer.from('ab')
    },
  }
}

const BARE = { auth: 'none' } as const

/**
 * Sends pairs of requests. The first request leaves an open socket, and the second may find this
 * socket closed. Returns the errors.
 */
async function failuresOf(
  server: LoopbackServer,
  method: HttpMethod,
  options: RequestOptions = {},
): Promise<{ readonly failures: readonly unknown[]; readonly waits: readonly number[] }> {
  const { http, clock } = aClient()
  const failures: unknown[] = []
  for (let time = 0; time < TIMES; time += 1) {
    await http.request('GET', `${server.url}/first`, null, BARE)
    await http
      .request(method, `${server.url}/then`, null, { ...BARE, ...options })
      .catch((error: unknown) => {
        failures.push(error)
      })
  }
  return { failures, waits: clock.sleeps }
}

describe.each(NAMES)('a server that ends kept connections with %s', (ending) => {
  it.each<[HttpMethod, RequestOptions]>([
    ['GET', {}],
    ['DELETE', {}],
    ['PUT', { json: { text: 'new' } }],
    ['POST', { form: { seen: '1' }, retry: 'always' }],
  ])('does not affect %s: none of 40 fails, and none waits', async (method, options) => {
    const server = await aClosingServer(ending)

    expect(await failuresOf(server, method, options)).toEqual({ failures: [], waits: [] })
  })

  it.each<[string, RequestOptions]>([
    ['a POST', { form: { text: 'hello' } }],
    ['the visible request of a publish', { form: { text: 'hello' }, finish: { data: {} } }],
    ['a body that is read from a source', { body: aSource() }],
  ])('does not affect %s: it is sent once, on a new socket', async (_what, options) => {
    const server = await aClosingServer(ending)

    expect(await failuresOf(server, 'POST', options)).toEqual({ failures: [], waits: [] })
    expect(server.connections).toBe(TIMES * 2)
  })
})

describe('the immediate repeat', () => {
  it('happens once: a server that never responds receives the request twice', async () => {
    let requests = 0
    const server = await serveSockets((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write(SUCCESS)
        else socket.end()
      })
    })
    open.push(server)
    const { http, clock } = aClient()
    await http.request('GET', `${server.url}/first`, null, BARE)

    await expect(http.request('PUT', `${server.url}/then`, null, BARE)).rejects.toThrow(NetworkError)

    expect(requests).toBe(3)
    expect(clock.sleeps).toEqual([])
  })

  it('does not happen for a first request on a socket, or for a request that must not be repeated', async () => {
    let requests = 0
    const server = await serveSockets((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 2) socket.write(SUCCESS)
        else socket.end()
      })
    })
    open.push(server)
    const { http } = aClient()

    await expect(http.request('PUT', `${server.url}/first`, null, BARE)).rejects.toThrow(NetworkError)
    await http.request('GET', `${server.url}/kept`, null, BARE)
    const never = http.request('PUT', `${server.url}/then`, null, { ...BARE, retry: 'never' })

    await expect(never).rejects.toThrow(NetworkError)
    expect(requests).toBe(3)
  })

  it('counts as one of the attempts of the application', async () => {
    const server = await aClosingServer('a FIN when the next request arrives')
    const transport = undiciTransport()
    open.push(transport)
    const { http } = aBench([], { engine: { transport, retries: { attempts: 1 } } })
    await http.request('GET', `${server.url}/first`, null, BARE)

    await expect(http.request('DELETE', `${server.url}/then`, null, BARE)).rejects.toThrow(NetworkError)

    expect(server.connections).toBe(1)
  })

  it('does not happen for the visible request of a publish', async () => {
    const server = await aClosingServer('a FIN when the next request arrives', 2)
    const { bind } = aClient()
    const fates: string[] = []
    const end = (fate: string) => {
      fates.push(fate)
      return null
    }
    const http = bind({ publish: { ...publish, end } })
    await http.request('GET', `${server.url}/first`, null, BARE)
    await http.request('GET', `${server.url}/kept`, null, BARE)

    const editing = http.request('PUT', `${server.url}/then`, null, { ...BARE, finish: { data: {} } })

    await expect(editing).rejects.toMatchObject({ delivery: 'UNKNOWN' })
    expect(fates).toEqual(['OPEN'])
    expect(server.connections).toBe(1)
  })

  it('does not happen for a body that is read from a source', async () => {
    const server = await aClosingServer('a FIN when the next request arrives', 2)
    const { http } = aClient()
    const opened: number[] = []
    await http.request('GET', `${server.url}/first`, null, BARE)
    await http.request('GET', `${server.url}/kept`, null, BARE)

    await expect(
      http.request('PUT', `${server.url}/then`, null, { ...BARE, body: aSource(opened) }),
    ).rejects.toThrow(NetworkError)

    expect(opened).toEqual([1])
  })

  it('uses a new socket, even if others are kept', async () => {
    const server = await aClosingServer('a FIN when the next request arrives')
    const { http } = aClient()
    const first = Array.from({ length: 8 }, () => http.request('GET', `${server.url}/first`, null, BARE))
    await Promise.all(first)
    const kept = server.connections

    const then = Array.from({ length: 8 }, () => http.request('DELETE', `${server.url}/then`, null, BARE))

    await expect(Promise.all(then)).resolves.toHaveLength(8)
    expect(server.connections).toBe(kept + 8)
  })

  it('closes a kept socket if the maximum number of sockets is open', async () => {
    const server = await aClosingServer('a FIN when the next request arrives')
    const transport = undiciTransport({ socketsPerOrigin: 2 })
    open.push(transport)
    const send = (onNewSocket: boolean) => transport.send(aTransportRequest({ url: server.url, onNewSocket }))
    await Promise.all([send(false), send(false)])

    const replies = await Promise.all([send(true), send(true), send(true)])

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(server.connections).toBe(5)
  })
})
