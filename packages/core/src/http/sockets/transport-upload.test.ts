import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { InvalidPostError, NetworkError } from '../../errors/index.js'
import type { BodySource, Transport, TransportResponse } from '../types.js'
import { aTransportRequest, type LoopbackServer, serve, serveSockets } from './__fixtures__/loopback.js'
import { undiciTransport } from './transport.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function aTransport(): Transport {
  const transport = undiciTransport()
  open.push(transport)
  return transport
}

async function aServer(listener: RequestListener): Promise<LoopbackServer> {
  const server = await serve(listener)
  open.push(server)
  return server
}

/** Returns a promise that stays pending forever. */
const never = (): Promise<never> => new Promise(() => {})

/** Fills a chunk with bytes that depend on its position in the body. */
function fill(chunk: Uint8Array, position: number): void {
  for (let at = 0; at < chunk.length; at += 1)
    chunk[at] = ((position + at) * 31 + ((position + at) >> 8)) & 255
}

/**
 * Source that returns chunks of these sizes from two buffers. A buffer is overwritten when the
 * next chunk is requested.
 */
class ReusedBuffers implements BodySource {
  readonly length: number
  /** Records when the source was opened and released. */
  readonly opened: string[] = []
  readonly #sizes: readonly number[]

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes
    this.length = sizes.reduce((total, size) => total + size, 0)
  }

  async *open(): AsyncGenerator<Uint8Array, void, undefined> {
    this.opened.push('opened')
    const buffer = Buffer.alloc(Math.max(...this.#sizes))
    let position = 0
    try {
      for (const size of this.#sizes) {
        const chunk = buffer.subarray(0, size)
        fill(chunk, position)
        yield chunk
        buffer.fill(0xff)
        position += size
      }
    } finally {
      this.opened.push('closed')
    }
  }
}

function hashOf(source: BodySource): string {
  const all = new Uint8Array(source.length)
  fill(all, 0)
  return createHash('sha256').update(all).digest('hex')
}

/** Reads one piece in each turn of the event loop, and responds with the hash of the body. */
const slowly: RequestListener = (request, response) => {
  const hash = createHash('sha256')
  request.pause()
  const step = (): void => {
    const chunk: unknown = request.read(16_384) ?? request.read()
    if (Buffer.isBuffer(chunk)) hash.update(chunk)
    if (request.readableEnded || request.destroyed) return
    setImmediate(step)
  }
  step()
  request.once('end', () => response.end(hash.digest('hex')))
}

const MiB = 1_048_576
/**
 * Sizes of chunks that exceed the buffers of the kernel, so that some data must wait inside the
 * process.
 */
const FILLS_THE_KERNEL = Array<number>(12).fill(MiB)
const text = (response: TransportResponse): string => Buffer.from(response.body).toString()

// These tests send megabytes through a slow receiver, so they take long on a busy machine.
describe('an upload', () => {
  it.each([
    ['large chunks', [...FILLS_THE_KERNEL, 5]],
    ['chunks of exactly the socket’s queue', [...FILLS_THE_KERNEL, ...Array<number>(64).fill(65_536)]],
    [
      'chunks that are one byte smaller than the socket’s queue',
      [...FILLS_THE_KERNEL, ...Array<number>(64).fill(65_535)],
    ],
    ['small chunks', [...FILLS_THE_KERNEL, ...Array<number>(2000).fill(1000)]],
    [
      'alternating large and small chunks',
      Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? 300_000 : 7)),
    ],
    ['one byte', [1]],
  ])(
    'arrives completely at a slow receiver although its source reuses its buffers: %s',
    async (_case, sizes) => {
      const server = await aServer(slowly)
      const body = new ReusedBuffers(sizes)
      const transport = aTransport()
      for (let round = 0; round < 2; round += 1) {
        const reply = await transport.send(aTransportRequest({ method: 'PUT', url: server.url, body }))
        expect(text(reply)).toBe(hashOf(body))
      }
      expect(body.opened).toEqual(['opened', 'closed', 'opened', 'closed'])
    },
  )

  it('sends its length and reports its progress', async () => {
    const lengths: (string | undefined)[] = []
    const server = await aServer((request, response) => {
      lengths.push(request.headers['content-length'], request.headers['transfer-encoding'])
      request.resume().once('end', () => response.end())
    })
    const sent: number[] = []
    const body = new ReusedBuffers([MiB, MiB, 10])
    const onSent = (bytes: number): void => void sent.push(bytes)
    await aTransport().send(aTransportRequest({ method: 'POST', url: server.url, body, onSent }))
    await aTransport().send(
      aTransportRequest({ method: 'POST', url: server.url, body: Buffer.alloc(9), onSent }),
    )
    expect(lengths).toEqual([String(2 * MiB + 10), undefined, '9', undefined])
    expect(sent).toEqual([MiB, 2 * MiB, 2 * MiB + 10, 9])
  })

  it('can be empty', async () => {
    const server = await aServer((request, response) => response.end(request.headers['content-length']))
    const body = { length: 0, open: () => new ReusedBuffers([]).open() }
    const reply = await aTransport().send(aTransportRequest({ method: 'PUT', url: server.url, body }))
    expect(text(reply)).toBe('0')
  })

  it.each([
    ['fewer bytes than announced', 5],
    ['more bytes than announced', 3],
  ])('fails when its source returns %s', async (_case, length) => {
    const server = await aServer((request) => void request.resume())
    const source = new ReusedBuffers([2, 2])
    const body = { length, open: () => source.open() }
    const sending = aTransport().send(aTransportRequest({ method: 'PUT', url: server.url, body }))
    await expect(sending).rejects.toBeInstanceOf(NetworkError)
    expect(source.opened.at(-1)).toBe('closed')
  })

  it('fails with the error of its source', async () => {
    const server = await aServer((request) => void request.resume())
    const error = new InvalidPostError('The file has changed.')
    const body: BodySource = {
      length: 10,
      // oxlint-disable-next-line require-yield -- fails before its first chunk
      async *open() {
        throw error
      },
    }
    const request = aTransportRequest({ method: 'PUT', url: server.url, body })
    await expect(aTransport().send(request)).rejects.toBe(error)
  })

  it('returns an early response of the network and releases its source first', async () => {
    const server = await aServer((_request, response) => {
      response.writeHead(413, { connection: 'close' })
      response.end('too big')
    })
    const body = new ReusedBuffers(Array<number>(64).fill(MiB))
    const reply = await aTransport().send(aTransportRequest({ method: 'PUT', url: server.url, body }))
    expect(reply.status).toBe(413)
    expect(body.opened).toEqual(['opened', 'closed'])
  })

  it('stops immediately when the caller aborts, and releases its source', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const received: IncomingMessage[] = []
    const server = await aServer((request) => void received.push(request))
    const body = new ReusedBuffers(Array<number>(64).fill(MiB))
    const sending = aTransport().send(
      aTransportRequest({ method: 'PUT', url: server.url, body, signal: stop.signal }),
    )
    const outcome = sending.catch((error: unknown) => error)
    await vi.waitUntil(() => received.length > 0, { timeout: 120_000 })
    stop.abort(reason)
    expect(await outcome).toBe(reason)
    await vi.waitUntil(() => body.opened.length === 2, { timeout: 120_000 })
  })

  it('is aborted if the receiver accepts no data for too long', async () => {
    const server = await aServer((request) => void request.pause())
    const body = new ReusedBuffers(Array<number>(64).fill(MiB))
    const stalled = aTransport().send(
      aTransportRequest({ method: 'PUT', url: server.url, body, stallSeconds: 0.05 }),
    )
    await expect(stalled).rejects.toMatchObject({ timedOut: true, delivery: 'UNKNOWN' })
  })

  it.each([
    ['pieces', () => new ReusedBuffers([70_000, 70_000])],
    ['bytes', () => Buffer.alloc(100)],
  ])(
    'aborts a response that arrives byte by byte and never ends, to a body of %s',
    async (_what, makeBody) => {
      const server = await aServer((request, response) => {
        request.resume().on('end', () => {
          const drip = setInterval(() => response.write(' '), 5)
          response.on('close', () => clearInterval(drip))
        })
      })
      const sending = aTransport().send(
        aTransportRequest({ method: 'PUT', url: server.url, body: makeBody(), stallSeconds: 0.2 }),
      )
      await expect(sending).rejects.toMatchObject({ timedOut: true, delivery: 'UNKNOWN' })
    },
  )

  it.each([
    ['header that arrives line by line', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
    ['series of interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('aborts a %s that never ends, to any body', async (_what, first, piece) => {
    const server = await serveSockets((socket) => {
      socket.resume().write(first)
      const drip = setInterval(() => socket.write(piece), 5)
      socket.on('close', () => clearInterval(drip))
    })
    open.push(server)
    for (const body of [new ReusedBuffers([70_000, 70_000]), Buffer.alloc(100), null]) {
      const request = aTransportRequest({ method: 'PUT', url: server.url, body, stallSeconds: 0.1 })
      await expect(aTransport().send(request)).rejects.toMatchObject({ timedOut: true, delivery: 'UNKNOWN' })
    }
  })

  it.each([undefined, null, 5, Symbol('s'), { reason: 'none' }])(
    'fails with an error if its source or onSent throws %s',
    async (thrown) => {
      const server = await aServer((request) => void request.resume())
      const fail = (): never => {
        throw thrown as unknown
      }
      const source: BodySource = {
        length: 10,
        // oxlint-disable-next-line require-yield -- fails before its first chunk
        async *open() {
          fail()
        },
      }
      for (const more of [{ body: source }, { body: Buffer.alloc(9), onSent: fail }]) {
        const request = aTransportRequest({ method: 'PUT', url: server.url, ...more })
        await expect(aTransport().send(request)).rejects.toMatchObject({
          name: 'NetworkError',
          cause: { cause: thrown },
        })
      }
    },
  )

  it('does not wait forever for a source that hangs', async () => {
    const server = await aServer((request) => void request.resume())
    const body = {
      length: 10,
      open: () => ({ [Symbol.asyncIterator]: () => ({ next: never, return: never }) }),
    }
    const request = aTransportRequest({ method: 'PUT', url: server.url, body, stallSeconds: 0.05 })
    await expect(aTransport().send(request)).rejects.toMatchObject({ timedOut: true })
  })
})
