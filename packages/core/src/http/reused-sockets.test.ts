import type { Socket } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { NetworkError } from '../errors/index.js'
import { aBench, type Bench } from './__fixtures__/engine.js'
import type { PublishRecorder } from './attempts/visible-request.js'
import { aTransportRequest, type LoopbackServer, serveSockets } from './sockets/__fixtures__/loopback.js'
import { undiciTransport } from './sockets/transport.js'
import type { BodySource, HttpMethod, RequestOptions } from './types.js'

const TIMES = 40
const HAPPY = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** How a server ends a connection that it was to keep. */
const ENDINGS = {
  'a FIN once it has answered': { when: 'IDLE', end: (socket: Socket) => socket.end() },
  'a reset once it has answered': { when: 'IDLE', end: (socket: Socket) => socket.resetAndDestroy() },
  'a FIN as the next request comes': { when: 'NEXT', end: (socket: Socket) => socket.end() },
  'a reset as the next request comes': { when: 'NEXT', end: (socket: Socket) => socket.resetAndDestroy() },
} as const
const NAMES = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[] // exactly the names above

/** Answers the first requests of each connection, and none that follows on it. */
async function aClosingServer(ending: keyof typeof ENDINGS, answered = 1): Promise<LoopbackServer> {
  const { when, end } = ENDINGS[ending]
  const server = await serveSockets((socket) => {
    let requests = 0
    socket.on('data', () => {
      requests += 1
      if (requests <= answered) socket.write(HAPPY)
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

/** A request that leaves a kept socket behind, and then one that may find it dead; so many times. */
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
    ['PUT', { json: { words: 'new' } }],
    ['POST', { form: { seen: '1' }, retry: 'always' }],
  ])('is not noticed by %s: none of 40 fails, and none waits', async (method, options) => {
    const server = await aClosingServer(ending)

    expect(await failuresOf(server, method, options)).toEqual({ failures: [], waits: [] })
  })

  it.each<[string, RequestOptions]>([
    ['a POST', { form: { text: 'hello' } }],
    ['the visible request of a publish', { form: { text: 'hello' }, finish: { data: {} } }],
    ['a body that is read from a source', { body: aSource() }],
  ])('is not noticed by %s: it is sent once, on a socket opened for it', async (_what, options) => {
    const server = await aClosingServer(ending)

    expect(await failuresOf(server, 'POST', options)).toEqual({ failures: [], waits: [] })
    expect(server.connections).toBe(TIMES * 2)
  })
})

describe('the fresh try', () => {
  it('is the only one: a server that answers nothing has it twice', async () => {
    let requests = 0
    const server = await serveSockets((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write(HAPPY)
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

  it('is not there for a first request on a socket, nor for one that must not be repeated', async () => {
    let requests = 0
    const server = await serveSockets((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 2) socket.write(HAPPY)
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

  it('is one of the tries that the application allows', async () => {
    const server = await aClosingServer('a FIN as the next request comes')
    const transport = undiciTransport()
    open.push(transport)
    const { http } = aBench([], { engine: { transport, retries: { attempts: 1 } } })
    await http.request('GET', `${server.url}/first`, null, BARE)

    await expect(http.request('DELETE', `${server.url}/then`, null, BARE)).rejects.toThrow(NetworkError)

    expect(server.connections).toBe(1)
  })

  it('is not there for the visible request of a publish', async () => {
    const server = await aClosingServer('a FIN as the next request comes', 2)
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

  it('is not there for a body that is read from a source', async () => {
    const server = await aClosingServer('a FIN as the next request comes', 2)
    const { http } = aClient()
    const opened: number[] = []
    await http.request('GET', `${server.url}/first`, null, BARE)
    await http.request('GET', `${server.url}/kept`, null, BARE)

    await expect(
      http.request('PUT', `${server.url}/then`, null, { ...BARE, body: aSource(opened) }),
    ).rejects.toThrow(NetworkError)

    expect(opened).toEqual([1])
  })

  it('goes out on a socket of its own, whatever else is kept', async () => {
    const server = await aClosingServer('a FIN as the next request comes')
    const { http } = aClient()
    const first = Array.from({ length: 8 }, () => http.request('GET', `${server.url}/first`, null, BARE))
    await Promise.all(first)
    const kept = server.connections

    const then = Array.from({ length: 8 }, () => http.request('DELETE', `${server.url}/then`, null, BARE))

    await expect(Promise.all(then)).resolves.toHaveLength(8)
    expect(server.connections).toBe(kept + 8)
  })

  it('closes a kept socket where no more may be opened', async () => {
    const server = await aClosingServer('a FIN as the next request comes')
    const transport = undiciTransport({ socketsPerOrigin: 2 })
    open.push(transport)
    const send = (onNewSocket: boolean) => transport.send(aTransportRequest({ url: server.url, onNewSocket }))
    await Promise.all([send(false), send(false)])

    const replies = await Promise.all([send(true), send(true), send(true)])

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(server.connections).toBe(5)
  })
})
