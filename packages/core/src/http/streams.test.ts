import type { ServerResponse } from 'node:http'

import { afterEach, describe, expect, it } from 'vitest'

import { NotSupportedError } from '../errors/index.js'
import { aBench } from './__fixtures__/engine.js'
import { serve } from './sockets/__fixtures__/loopback.js'
import { undiciTransport, type UndiciTransportOptions } from './sockets/transport.js'
import type { ReplyHead, ReplyReader } from './types.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Starts a server whose responses are written by the test, and an HTTP client for this server. */
async function aStream(options: UndiciTransportOptions = {}) {
  const replies: ServerResponse[] = []
  const closed: ServerResponse[] = []
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const go of waiting.splice(0)) go()
  }
  const server = await serve((request, response) => {
    response.on('close', () => {
      closed.push(response)
      wake()
    })
    if (request.url === '/plain') {
      response.end('{}')
      return
    }
    replies.push(response)
    wake()
  })
  const transport = undiciTransport(options)
  open.push(server, transport)
  const { http } = aBench([], { engine: { transport } })
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { server, http, replies, closed, until, wake }
}

class Taken implements ReplyReader {
  head: ReplyHead | null = null
  text = ''
  readonly #onTake: () => void

  constructor(onTake: () => void) {
    this.#onTake = onTake
  }

  opened(head: ReplyHead): void {
    this.head = head
    this.#onTake()
  }

  take(chunk: Uint8Array): void {
    this.text += Buffer.from(chunk).toString()
    this.#onTake()
  }
}

const STREAM = { auth: 'none', retry: 'never', replyAs: 'bytes', stallSeconds: 30 } as const

describe('a continuous response', () => {
  it('is passed on incrementally and ends when the network ends it', async () => {
    const { server, http, replies, until, wake } = await aStream()
    const reader = new Taken(wake)
    const sending = http.request('GET', server.url, null, { ...STREAM, reader })
    await until(() => replies.length === 1)
    replies[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).write('one,')
    await until(() => reader.text === 'one,')
    expect(reader.head).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
    replies[0]?.end('two')

    await expect(sending).resolves.toMatchObject({ status: 200, data: new Uint8Array() })
    expect(reader.text).toBe('one,two')
  })

  it('is parsed normally if it is a refusal', async () => {
    const { server, http, replies, until, wake } = await aStream()
    const reader = new Taken(wake)
    const sending = http.request('GET', server.url, null, { ...STREAM, reader })
    await until(() => replies.length === 1)
    replies[0]?.writeHead(401).end('{"error":"no"}')

    await expect(sending).rejects.toMatchObject({ code: 'AUTH' })
    expect(reader.head).toBeNull()
  })

  it('closes its socket on abort and rejects with the reason of the caller', async () => {
    const { server, http, replies, closed, until, wake } = await aStream()
    const stop = new AbortController()
    const reader = new Taken(wake)
    const sending = http.request('GET', server.url, null, { ...STREAM, reader, signal: stop.signal })
    await until(() => replies.length === 1)
    replies[0]?.write('one')
    await until(() => reader.text === 'one')
    stop.abort(new Error('enough'))

    await expect(sending).rejects.toThrow('enough')
    await until(() => closed.length === 1)
  })

  it('fails when the connection breaks, and after too long without data', async () => {
    const { server, http, replies, closed, until, wake } = await aStream()
    const cut = http.request('GET', server.url, null, { ...STREAM, reader: new Taken(wake) })
    await until(() => replies.length === 1)
    replies[0]?.write('one')
    replies[0]?.destroy()
    await expect(cut).rejects.toMatchObject({ code: 'NETWORK', timedOut: false })

    const reader = new Taken(wake)
    const silent = http.request('GET', server.url, null, { ...STREAM, stallSeconds: 0.1, reader })
    await until(() => replies.length === 2)
    replies[1]?.write('two')
    await expect(silent).rejects.toMatchObject({ code: 'NETWORK', timedOut: true })
    await until(() => closed.length === 2)
  })

  it.each(['opened', 'take'] as const)(
    'ends with the error of its reader in %s and closes its socket',
    async (method) => {
      const { server, http, replies, closed, until, wake } = await aStream()
      const refusal = new NotSupportedError({ platform: 'x', what: 'streams' })
      const reader = new Taken(wake)
      reader[method] = () => {
        throw refusal
      }
      const sending = http.request('GET', server.url, null, { ...STREAM, reader })
      await until(() => replies.length === 1)
      replies[0]?.write('one')

      await expect(sending).rejects.toThrow(refusal.message)
      await until(() => closed.length === 1)
    },
  )

  it('takes no socket from other requests and keeps none', async () => {
    const { server, http, replies, closed, until, wake } = await aStream({ socketsPerOrigin: 1 })
    const readers = Array.from({ length: 5 }, () => new Taken(wake))
    const streams = readers.map((reader) => http.request('GET', server.url, null, { ...STREAM, reader }))
    await until(() => replies.length === 5)

    await expect(http.request('GET', `${server.url}/plain`, null, { auth: 'none' })).resolves.toMatchObject({
      status: 200,
    })

    for (const reply of replies) reply.end('end')
    await Promise.all(streams)
    expect(readers.map(({ text }) => text)).toEqual(Array.from({ length: 5 }, () => 'end'))
    await until(() => closed.length === 6)
    expect(server.connections).toBe(6)
  })

  it('is passed on at the end if the transport cannot stream', async () => {
    const { http } = aBench([{ body: 'data: 1\n\n' }])
    const reader = new Taken(() => undefined)

    await http.request('GET', 'https://api.example/stream', null, { ...STREAM, reader })

    expect(reader.head).toMatchObject({ status: 200 })
    expect(reader.text).toBe('data: 1\n\n')
  })
})
