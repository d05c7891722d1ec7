import type { Socket } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { aBench } from './__fixtures__/engine.js'
import type { Fate } from './attempts/visible-request.js'
import { type LoopbackServer, serve, serveSockets } from './sockets/__fixtures__/loopback.js'
import { undiciTransport, type UndiciTransportOptions } from './sockets/transport.js'

const BARE = { auth: 'none' } as const
const VISIBLE = { ...BARE, form: { text: 'hello' }, finish: { data: {} } } as const
const TIMES = 40

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open.splice(0)) await one.close()
})

function aClient(options?: UndiciTransportOptions) {
  const transport = undiciTransport(options)
  open.push(transport)
  const fates: Fate[] = []
  const end = (fate: Fate) => {
    fates.push(fate)
    return null
  }
  const publish = { begin: () => null, end, noteWrite: () => undefined }
  const { http } = aBench([], { engine: { transport }, binding: { publish } })
  return {
    fates,
    read: (url: string) => http.request('GET', url, null, BARE),
    publish: (url: string) => http.request('POST', url, null, VISIBLE),
  }
}

/** A server that keeps every connection open. */
async function aKeepingServer(): Promise<LoopbackServer> {
  const server = await serve((_request, response) => response.end('{}'))
  open.push(server)
  return server
}

/** How a server ends a connection after a response, with and without an announcement. */
const CLOSINGS: Readonly<
  Record<string, { readonly head: string; readonly close: (socket: Socket) => void }>
> = {
  'announces it': { head: 'connection: close', close: (socket) => socket.end() },
  'does not announce it': { head: 'x-none: 1', close: (socket) => socket.end() },
  'announces the opposite': {
    head: 'connection: keep-alive\r\nkeep-alive: timeout=60',
    close: (socket) => socket.end(),
  },
  'closes only when the next request is on its way': {
    head: 'x-none: 1',
    close: (socket) => setTimeout(() => socket.end(), 20),
  },
  'resets the connection': {
    head: 'x-none: 1',
    close: (socket) => setImmediate(() => socket.resetAndDestroy()),
  },
  'closes within the next request': {
    head: 'x-none: 1',
    close: (socket) => socket.once('data', () => socket.end()),
  },
}

async function aClosingServer(closing: string): Promise<LoopbackServer> {
  const { head, close } = CLOSINGS[closing] ?? { head: '', close: () => undefined }
  const server = await serveSockets((socket) => {
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\ncontent-length: 2\r\n\r\n{}`)
      close(socket)
    })
  })
  open.push(server)
  return server
}

describe.each(Object.keys(CLOSINGS))('a server that closes after each response and %s', (closing) => {
  it('gets every visible request on a connection opened for it', async () => {
    // However slow the machine is: an idle socket that is open for a second would count as kept.
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await aClosingServer(closing)
    const { publish, fates } = aClient()

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
    expect(server.connections).toBe(TIMES)
  })

  it('gets every visible request that follows on a read', async () => {
    const server = await aClosingServer(closing)
    const { read, publish, fates } = aClient()

    for (let time = 0; time < TIMES; time += 1) {
      await read(server.url)
      await publish(server.url)
    }

    expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
  })

  it('gets visible requests at the same time, also where sockets are few', async () => {
    const server = await aClosingServer(closing)
    const { read, publish, fates } = aClient({ socketsPerOrigin: 3 })

    await Promise.all(Array.from({ length: TIMES }, () => [read(server.url), publish(server.url)]).flat())

    expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
  })
})

it('never trusts an open socket of a server that closed another one instead of a response', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const server = await aClosingServer('closes within the next request')
  const { read, publish, fates } = aClient()
  await read(server.url)
  for (let time = 0; time < TIMES; time += 1) {
    await read(server.url)
    vi.advanceTimersByTime(2000)
    await publish(server.url)
  }

  expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
})

describe('a server that keeps connections open', () => {
  it('gets visible requests on the kept one, once it has answered on it again', async () => {
    const server = await aKeepingServer()
    const { read, publish } = aClient()
    await read(server.url)
    await read(server.url)

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(server.connections).toBe(1)
  })

  it('gets visible requests on a kept one, once an idle one stayed open for a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await aKeepingServer()
    const { publish } = aClient()
    await publish(server.url)
    vi.advanceTimersByTime(1000)
    await publish(server.url)

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(server.connections).toBe(2)
  })

  it('has no more than two idle connections before that is known', async () => {
    // The clock stops, so that no socket is idle for long enough on a slow machine.
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await aKeepingServer()
    const { publish } = aClient()

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(server.connections).toBe(TIMES)
    await vi.waitUntil(() => server.openConnections <= 2, { timeout: 30_000 })
  })

  it('is not trusted any more after a kept connection ended without a response', async () => {
    const answered = [3, 1, 1]
    const server = await serveSockets((socket) => {
      let left = answered.shift() ?? 1
      socket.on('data', () => {
        left -= 1
        if (left < 0) socket.end()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      })
    })
    open.push(server)
    const { read, publish, fates } = aClient()
    await read(server.url)
    await read(server.url)
    await publish(server.url)
    await read(server.url) // the fourth of the first connection: sent again on the second

    await publish(server.url)

    expect(fates).toEqual(['DONE', 'DONE'])
    expect(server.connections).toBe(3)
  })
})

it('takes a FIN into account that arrived while the process was blocked', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const server = await aClosingServer('does not announce it')
  const { publish, fates } = aClient()
  for (let time = 0; time < TIMES; time += 1) {
    await publish(server.url)
    vi.advanceTimersByTime(2000) // passes without a turn of the event loop
  }

  expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
})
