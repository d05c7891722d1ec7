import type { LookupFunction } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import { diedOnReusedSocket } from '../attempts/attempt-error.js'
import type { Transport } from '../types.js'
import { aTransportRequest, serve, serveSockets } from './__fixtures__/loopback.js'
import { errorOfAttempt } from './transport-errors.js'
import { undiciTransport, type UndiciTransportOptions } from './transport.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function keep<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one)
  return one
}

const aTransport = (options?: UndiciTransportOptions): Transport => keep(undiciTransport(options))

const noSuchName: LookupFunction = (_host, _options, callback) => {
  callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '')
}

const REPLY = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n'

describe('a request that fails before its first byte', () => {
  // Holds R-0503.
  it('was not sent if the connection was refused', async () => {
    const server = await serve((_request, response) => response.end())
    await server.close()
    const sending = aTransport().send(
      aTransportRequest({ method: 'POST', url: `${server.url}/a?token=secret` }),
    )
    await expect(sending).rejects.toBeInstanceOf(NetworkError)
    await expect(sending).rejects.toMatchObject({ delivery: 'NOT_SENT', timedOut: false, platform: null })
    await expect(sending).rejects.toThrow(
      `POST ${new URL(server.url).host}/a failed: the connection was refused`,
    )
    await expect(sending).rejects.not.toThrow('secret')
  })

  it('was not sent if the host name cannot be resolved', async () => {
    const sending = aTransport({ lookup: noSuchName }).send(
      aTransportRequest({ url: 'http://nowhere.example/' }),
    )
    await expect(sending).rejects.toMatchObject({ delivery: 'NOT_SENT' })
    await expect(sending).rejects.toThrow('the host does not exist (ENOTFOUND)')
  })

  it('was not sent if the server does not use TLS', async () => {
    const server = keep(await serve((_request, response) => response.end()))
    const sending = aTransport().send(aTransportRequest({ url: server.url.replace('http:', 'https:') }))
    await expect(sending).rejects.toMatchObject({ delivery: 'NOT_SENT' })
  })

  it('was not sent if the connection timed out', () => {
    const cause = Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
    const request = aTransportRequest({ url: 'https://slow.example/a?token=secret' })
    const error = errorOfAttempt(request, cause, { started: false })
    expect(error).toMatchObject({ delivery: 'NOT_SENT', timedOut: true, cause })
    expect(error.message).toBe(
      'GET slow.example/a failed: the connection timed out (UND_ERR_CONNECT_TIMEOUT).',
    )
  })
})

describe('a request that fails later', () => {
  it.each([
    ['before a reply', ''],
    ['in the middle of the headers', 'HTTP/1.1 200 OK\r\ncon'],
    ['in the middle of the body', `${REPLY}a`],
    ['with an invalid response', 'nonsense\r\n\r\n'],
  ])('may have arrived if the connection ends %s', async (_case, answer) => {
    const server = keep(await serveSockets((socket) => socket.once('data', () => socket.end(answer))))
    const sending = aTransport().send(aTransportRequest({ url: server.url }))
    await expect(sending).rejects.toBeInstanceOf(NetworkError)
    await expect(sending).rejects.toMatchObject({ delivery: 'UNKNOWN' })
  })

  it.each([
    ['before a reply', '', true],
    ['in the middle of the body', `${REPLY}a`, false],
  ])('on a kept socket reports whether the server may not have read it: %s', async (_case, last, isDead) => {
    const server = keep(
      await serveSockets((socket) => {
        socket.once('data', () => {
          socket.write(`${REPLY}ok`)
          socket.once('data', () => socket.end(last))
        })
      }),
    )
    const transport = aTransport({ socketsPerOrigin: 1 })
    await transport.send(aTransportRequest({ url: server.url }))
    const error: unknown = await transport
      .send(aTransportRequest({ url: server.url }))
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'NETWORK', delivery: 'UNKNOWN' })
    expect(diedOnReusedSocket(error)).toBe(isDead)
    expect(server.connections).toBe(1)
  })

  it('may have arrived if the transport is closed', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const server = keep(await serve(() => arrive()))
    const transport = aTransport({ socketsPerOrigin: 1 })
    const sending = transport.send(aTransportRequest({ url: server.url }))
    const queued = transport.send(aTransportRequest({ url: server.url }))
    const outcomes = Promise.allSettled([sending, queued])
    await arrived
    await transport.close()
    expect(await outcomes).toMatchObject([
      { reason: { delivery: 'UNKNOWN' } },
      { reason: { code: 'CLOSED' } },
    ])
  })

  it('is aborted if no data is transferred for too long', async () => {
    const server = keep(await serveSockets(() => undefined))
    const sending = aTransport().send(aTransportRequest({ url: server.url, stallSeconds: 0.03 }))
    await expect(sending).rejects.toMatchObject({ delivery: 'UNKNOWN', timedOut: true })
    await expect(sending).rejects.toThrow('no data was transferred for too long')
  })

  it('is aborted at its timeout, even if data is transferred', async () => {
    const server = keep(
      await serveSockets((socket) => {
        socket.write(REPLY.replace('length: 2', 'length: 999999'))
        const drip = setInterval(() => socket.write('x'), 5)
        socket.once('close', () => clearInterval(drip))
      }),
    )
    const sending = aTransport().send(aTransportRequest({ url: server.url, timeoutSeconds: 0.05 }))
    await expect(sending).rejects.toMatchObject({ delivery: 'UNKNOWN', timedOut: true })
  })

  it('is refused if the response is too large', async () => {
    const server = keep(await serve((_request, response) => response.end('x'.repeat(1001))))
    const transport = aTransport()
    const sending = transport.send(aTransportRequest({ url: server.url, maxReplyBytes: 1000 }))
    await expect(sending).rejects.toThrow('the response is too large')
    const fits = await transport.send(aTransportRequest({ url: server.url, maxReplyBytes: 1001 }))
    expect(fits.body).toHaveLength(1001)
  })

  it('does not affect the next request to the same origin', async () => {
    let round = 0
    const server = keep(
      await serve((request, response) => {
        round += 1
        if (round % 2 === 1) request.socket.destroy()
        else response.end('fine')
      }),
    )
    const transport = aTransport({ socketsPerOrigin: 1 })
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => transport.send(aTransportRequest({ url: server.url }))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a caller that aborts', () => {
  const reason = new Error('enough')
  const unsent = { code: 'NETWORK', delivery: 'NOT_SENT', cause: reason }

  it('gets an error that nothing was sent if it aborts before sending', async () => {
    const server = keep(await serve((_request, response) => response.end()))
    const signal = AbortSignal.abort(reason)
    await expect(aTransport().send(aTransportRequest({ url: server.url, signal }))).rejects.toMatchObject(
      unsent,
    )
    expect(server.connections).toBe(0)
  })

  it('gets its own reason while it waits, and the socket is closed', async () => {
    const stop = new AbortController()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const server = keep(
      await serve((request) => {
        request.socket.once('close', () => close())
        stop.abort(reason)
      }),
    )
    const sending = aTransport().send(aTransportRequest({ url: server.url, signal: stop.signal }))
    await expect(sending).rejects.toBe(reason)
    await closed
  })

  it('gets an error that nothing was sent while it is queued, and others continue', async () => {
    const stop = new AbortController()
    const paths: (string | undefined)[] = []
    const answers: (() => void)[] = []
    const server = keep(
      await serve((request, response) => {
        paths.push(request.url)
        answers.push(() => response.end())
      }),
    )
    const transport = aTransport({ socketsPerOrigin: 1 })
    const first = transport.send(aTransportRequest({ url: `${server.url}/1` }))
    const second = transport.send(aTransportRequest({ url: `${server.url}/2`, signal: stop.signal }))
    const third = transport.send(aTransportRequest({ url: `${server.url}/3` }))
    stop.abort(reason)
    await expect(second).rejects.toMatchObject(unsent)
    await vi.waitUntil(() => answers.length === 1, { timeout: 120_000 })
    answers[0]?.()
    await vi.waitUntil(() => answers.length === 2, { timeout: 120_000 })
    answers[1]?.()
    await Promise.all([first, third])
    expect(paths).toEqual(['/1', '/3'])
  })

  it('gets an error that nothing was sent while the connection is opened', async () => {
    const stop = new AbortController()
    const lookup: LookupFunction = (_host, _options, callback) => {
      stop.abort(reason)
      setImmediate(() => callback(null, '127.0.0.1', 4))
    }
    const sending = aTransport({ lookup }).send(
      aTransportRequest({ url: 'http://slow.example:9/', signal: stop.signal }),
    )
    await expect(sending).rejects.toMatchObject(unsent)
  })

  it('leaves no listener on its signal after any outcome', async () => {
    const stop = new AbortController()
    const removed = vi.spyOn(stop.signal, 'removeEventListener')
    const added = vi.spyOn(stop.signal, 'addEventListener')
    const server = keep(await serve((_request, response) => response.end()))
    const transport = aTransport()
    await transport.send(aTransportRequest({ url: server.url, signal: stop.signal }))
    await server.close()
    await expect(
      transport.send(aTransportRequest({ url: server.url, signal: stop.signal })),
    ).rejects.toBeInstanceOf(NetworkError)
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
  })

  it('leaves no timer after any outcome', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const server = keep(await serve((_request, response) => response.end()))
    const transport = aTransport()
    const limited = { url: server.url, timeoutSeconds: 600 }
    await transport.send(aTransportRequest(limited))
    await server.close()
    await expect(transport.send(aTransportRequest(limited))).rejects.toBeInstanceOf(NetworkError)
    const limits = started.mock.results.filter((_result, at) => started.mock.calls[at]?.[1] === 600_000)
    expect(limits).toHaveLength(2)
    for (const { value } of limits) expect(cleared).toHaveBeenCalledWith(value)
  })
})
