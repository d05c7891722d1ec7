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

/** Starts a server that keeps every connection open. */
async function aKeepingServer(): Promise<LoopbackServer> {
  const server = await serve((_request, response) => response.end('{}'))
  open.push(server)
  return server
}

/**
 * Ways in which a server closes a connection after a response. Some servers announce this in the
 * response header.
 */
const CLOSINGS: Readonly<
  Record<string, { readonly head: string; readonly close: (socket: Socket) => void }>
> = {
  'announces it': { head: 'connection: close', close: (socket) => socket.end() },
  'does not announce it': { head: 'x-none: 1', close: (socket) => socket.end() },
  'announces the opposite': {
    head: 'connection: keep-alive\r\nkeep-alive: timeout=60',
    close: (socket) => socket.end(),
  },
  'closes while the next request is being sent': {
    head: 'x-none: 1',
    close: (socket) => setTimeout(() => socket.end(), 20),
  },
  'resets the connection': {
    head: 'x-none: 1',
    close: (socket) => setImmediate(() => socket.resetAndDestroy()),
  },
  'closes during the next request': {
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
  it('gets every visible request on a new connection', async () => {
    // Time is stopped, because a socket that is idle for one second counts as kept open, also on a
    // slow machine.
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await aClosingServer(closing)
    const { publish, fates } = aClient()

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
    expect(server.connections).toBe(TIMES)
  })

  it('gets every visible request after a read on a new connection', async () => {
    const server = await aClosingServer(closing)
    const { read, publish, fates } = aClient()

    for (let time = 0; time < TIMES; time += 1) {
      await read(server.url)
      await publish(server.url)
    }

    expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
  })

  it('gets concurrent visible requests, also with few sockets', async () => {
    const server = await aClosingServer(closing)
    const { read, publish, fates } = aClient({ socketsPerOrigin: 3 })

    await Promise.all(Array.from({ length: TIMES }, () => [read(server.url), publish(server.url)]).flat())

    expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
  })
})

it('never uses an open socket of a server that closed another one without a response', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const server = await aClosingServer('closes during the next request')
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
  it('gets visible requests on a kept connection after another response on it', async () => {
    const server = await aKeepingServer()
    const { read, publish } = aClient()
    await read(server.url)
    await read(server.url)

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(server.connections).toBe(1)
  })

  it('gets visible requests on a kept connection after an idle one stayed open for one second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await aKeepingServer()
    const { publish } = aClient()
    await publish(server.url)
    vi.advanceTimersByTime(1000)
    await publish(server.url)

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(server.connections).toBe(2)
  })

  it('has at most two idle connections until then', async () => {
    // Time is stopped, because a socket that is idle for one second counts as kept open, also on a
    // slow machine.
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await aKeepingServer()
    const { publish } = aClient()

    for (let time = 0; time < TIMES; time += 1) await publish(server.url)

    expect(server.connections).toBe(TIMES)
    await vi.waitUntil(() => server.openConnections <= 2, { timeout: 30_000 })
  })

  it('is no longer trusted after a kept connection closed without a response', async () => {
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
    await read(server.url) // the first connection closes on this fourth request, which is repeated on the second connection

    await publish(server.url)

    expect(fates).toEqual(['DONE', 'DONE'])
    expect(server.connections).toBe(3)
  })
})

it('detects a FIN that arrived while the process was blocked', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const server = await aClosingServer('does not announce it')
  const { publish, fates } = aClient()
  for (let time = 0; time < TIMES; time += 1) {
    await publish(server.url)
    vi.advanceTimersByTime(2000) // advances the time without running the event loop
  }

  expect(fates).toEqual(Array.from({ length: TIMES }, () => 'DONE'))
})
