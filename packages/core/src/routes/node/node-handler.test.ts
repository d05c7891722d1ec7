import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { runReady } from '../../events/__fixtures__/manual-clock.js'
import { Media } from '../../media/index.js'
import { signed, three, webhooks } from '../__fixtures__/pushed.js'
import { SignedMediaHost } from '../media/signed-media-host.js'
import type { RoutesOptions } from '../options.js'
import { type NodeHandlerOptions, toNodeHandler } from './node-handler.js'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listening(options: Partial<RoutesOptions> = {}, handlerOptions: NodeHandlerOptions = {}) {
  const set = webhooks(options)
  const started = createServer(toNodeHandler(set.routes, handlerOptions))
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const { port } = started.address() as AddressInfo // safe cast: a listening TCP server has an address with a port
  return { ...set, port, origin: `http://127.0.0.1:${port}` }
}

describe('toNodeHandler', () => {
  it('answers below the prefix of the routes, or below another', async () => {
    const { origin } = await listening()
    expect((await fetch(`${origin}/social/connect/fake`, { redirect: 'manual' })).status).toBe(302)
    expect((await fetch(`${origin}/connect/fake`, { redirect: 'manual' })).status).toBe(404)
    server?.close()
    const other = await listening({}, { prefix: '/a/b' })
    expect((await fetch(`${other.origin}/a/b/connect/fake`, { redirect: 'manual' })).status).toBe(302)
  })

  // Holds R-0147.
  it.each(['/a/b/', 'a/b', 'a/b//'])('treats the prefix %s as /a/b, like the routes', async (prefix) => {
    const { origin } = await listening({}, { prefix })
    expect((await fetch(`${origin}/a/b/connect/fake`, { redirect: 'manual' })).status).toBe(302)
  })

  it.each(['/', ''])('answers at the root with the prefix "%s"', async (prefix) => {
    const { origin } = await listening({}, { prefix })
    expect((await fetch(`${origin}/connect/fake`, { redirect: 'manual' })).status).toBe(302)
  })

  it('refuses a prefix that is not text', () => {
    const prefix = 7 as unknown as string // wrong types on purpose: JavaScript callers can pass anything
    expect(() => toNodeHandler(webhooks().routes, { prefix })).toThrow(ConfigError)
  })

  it.each([
    ['/social/callback/fake?code=a%20b&state=x?y', '/callback/fake', 'code=a%20b&state=x?y'],
    ['/social/callback/fake?', '/callback/fake', ''],
    ['/social/callback/fake', '/callback/fake', ''],
  ])('passes path and query of %s unchanged', async (target, path, query) => {
    const { origin, routes } = await listening()
    const answer = vi.spyOn(routes, 'answer')
    await fetch(`${origin}${target}`, { redirect: 'manual' })
    expect(answer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ method: 'GET', path, query }))
  })

  it('verifies and delivers the exact bytes, also in chunks', async () => {
    const { origin, port, delivered } = await listening()
    const reply = await fetch(`${origin}/social/webhooks/fake`, {
      method: 'POST',
      headers: signed(three),
      body: three,
    })
    expect([reply.status, await reply.text()]).toEqual([200, '{"ok":true}'])

    const pieces = httpRequest({
      port,
      path: '/social/webhooks/fake',
      method: 'POST',
      headers: signed(three),
    })
    const answered = new Promise<number | undefined>((resolve) => {
      pieces.on('response', (response) => resolve(response.resume().statusCode))
    })
    pieces.write(three.slice(0, 20))
    await new Promise((resolve) => setImmediate(resolve))
    pieces.end(three.slice(20))
    expect(await answered).toBe(200)
    expect(delivered).toHaveLength(6)
  })

  it('refuses a body that is too big, and closes the connection', async () => {
    const { origin } = await listening({ maxBodyBytes: 1000 })
    const reply = await fetch(`${origin}/social/webhooks/fake`, { method: 'POST', body: 'x'.repeat(200_000) })
    expect([reply.status, reply.headers.get('connection')]).toEqual([413, 'close'])
  })

  it('responds with 500 to an error of deliver, reports it to onError, and accepts the next copy', async () => {
    let isBroken = true
    const errors: unknown[] = []
    const boom = new Error('boom')
    const deliver = () => {
      if (isBroken) throw boom
    }
    const { origin } = await listening({ deliver }, { onError: (error) => errors.push(error) })
    const push = () =>
      fetch(`${origin}/social/webhooks/fake`, { method: 'POST', headers: signed(three), body: three })
    const reply = await push()
    expect([reply.status, await reply.text()]).toEqual([500, 'Internal Server Error'])
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('deliver'),
        cause: expect.objectContaining({ errors: [boom, boom, boom] }),
      }),
    ])
    isBroken = false
    expect((await push()).status).toBe(200)
  })

  it('warns without onError, and shows the thrown value only to the operator', async () => {
    const warned = new Promise<Error & { readonly detail?: string }>((resolve) =>
      process.once('warning', resolve),
    )
    const { origin } = await listening({
      deliver: () => Promise.reject({ reason: 'disk is full' }),
    })
    const headers = signed(three)
    const reply = await fetch(`${origin}/social/webhooks/fake`, { method: 'POST', headers, body: three })
    expect([reply.status, await reply.text()]).toEqual([500, 'Internal Server Error'])
    expect((await warned).detail).toContain('disk is full')
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('again')
      },
    ],
    [
      'throws a value that is not an error',
      () => {
        throw 7 as unknown
      },
    ],
    ['rejects', () => Promise.reject(new Error('again'))],
    ['rejects with nothing', () => Promise.reject(undefined as unknown)],
  ])('continues, and warns, when onError %s', async (_what, onError) => {
    const warnings: Error[] = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    const { origin } = await listening({ deliver: () => Promise.reject(new Error('boom')) }, { onError })
    const push = () =>
      fetch(`${origin}/social/webhooks/fake`, { method: 'POST', headers: signed(three), body: three })
    expect([(await push()).status, (await push()).status]).toEqual([500, 500])
    process.off('warning', listen)
    expect(warnings.map(({ message }) => message)).toEqual(
      Array.from({ length: 2 }, () => 'onError failed. See the cause of this error.'),
    )
  })

  it('stops reading a body that does not end, and closes the connection', async () => {
    const { client, origin, port } = await listening()
    const slow = httpRequest({
      port,
      path: '/social/webhooks/fake',
      method: 'POST',
      headers: { 'content-length': 10 },
    })
    const answered = new Promise<IncomingMessage>((resolve) => slow.on('response', resolve))
    slow.on('error', () => {})
    slow.write('1')
    while (client.clock.sleeping === 0) await runReady()
    await client.clock.advance(29)
    slow.write('2')
    await client.clock.advance(1)
    const response = await answered
    expect([response.statusCode, response.headers.connection]).toEqual([408, 'close'])
    slow.destroy()
    expect((await fetch(`${origin}/social/connect/fake`, { redirect: 'manual' })).status).toBe(302)
    expect(client.clock.sleeping).toBe(0)
  })

  it('reports nothing about a visitor who disconnects', async () => {
    const errors: unknown[] = []
    const { port, origin } = await listening({}, { onError: (error) => errors.push(error) })
    const gone = httpRequest({
      port,
      path: '/social/webhooks/fake',
      method: 'POST',
      headers: { 'content-length': 10 },
    })
    gone.on('error', () => {})
    gone.write('12345')
    await new Promise((resolve) => gone.on('socket', (socket) => socket.on('connect', resolve)))
    await fetch(`${origin}/social/webhooks/fake`, { method: 'POST', headers: signed(three), body: three })
    gone.destroy()
    await fetch(`${origin}/social/webhooks/fake`, { method: 'POST', headers: signed(three), body: three })
    expect(errors).toEqual([])
  })

  it('closes the connection when a response fails midway, so that the visitor does not wait', async () => {
    const errors: unknown[] = []
    const { origin, routes } = await listening({}, { onError: (error) => errors.push(error) })
    const cause = new Error('the disk is gone')
    const open = async function* () {
      yield Buffer.from('12345')
      throw cause
    }
    const body = { length: 10, open }
    vi.spyOn(routes, 'answer').mockResolvedValue({ status: 200, body, contentType: 'image/png', headers: {} })
    const reply = await fetch(`${origin}/social/media/x`, { signal: AbortSignal.timeout(120_000) })
    expect(reply.status).toBe(200)
    // A TypeError shows that the server closed the connection before the end of the body.
    await expect(reply.arrayBuffer()).rejects.toThrow(TypeError)
    expect(errors).toEqual([expect.objectContaining({ cause })])
  })

  it('streams a hosted file, in ranges too, and sends no body for HEAD', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'social-node-'))
    const path = join(folder, 'launch.jpg')
    const picture = Buffer.alloc(900_000, 'abc')
    await writeFile(path, picture)
    const mediaHost = new SignedMediaHost({ baseUrl: 'https://app.example/social', key: 'k'.repeat(32) })
    const { origin } = await listening({ mediaHost })
    const { handle } = await mediaHost.publish(Media.fromFile(path), { lifetimeSeconds: 60 })
    const url = `${origin}/social/media/${handle}`

    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(picture)).toBe(true)
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'bca'])
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '900000'])
    await rm(folder, { recursive: true })
    expect((await fetch(url)).status).toBe(404)
  })
})
