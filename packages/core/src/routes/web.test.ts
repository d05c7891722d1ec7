import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { Media } from '../media/index.js'
import { signed, three, webhooks } from './__fixtures__/pushed.js'
import { SignedMediaHost } from './media/signed-media-host.js'

const at = (path: string) => `https://app.example${path}`

describe('routes.handle', () => {
  it('answers a web-standard request below the prefix, and returns 404 elsewhere', async () => {
    const { routes } = webhooks()
    const { handle } = routes
    const reply = await handle(new Request(at('/social/connect/fake?state=abc')))
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toContain('https://fake.example/sign-in')
    expect(reply.headers.get('set-cookie')).toContain('social_')
    for (const path of ['/connect/fake', '/social', '/socialconnect/fake', '/social/nothing/fake'])
      expect([path, (await handle(new Request(at(path)))).status]).toEqual([path, 404])
  })

  it('passes the exact bytes of a webhook, in chunks of any size', async () => {
    const { routes, delivered } = webhooks()
    const bytes = Buffer.from(three)
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let start = 0; start < bytes.length; start += 7)
          controller.enqueue(bytes.subarray(start, start + 7))
        controller.close()
      },
    })
    for (const body of [three, pieces]) {
      const request = new Request(at('/social/webhooks/fake'), {
        method: 'POST',
        headers: signed(three),
        body,
        ...(body === pieces && { duplex: 'half' }),
      })
      const reply = await routes.handle(request)
      expect([reply.status, await reply.text()]).toEqual([200, '{"ok":true}'])
    }
    expect(delivered).toHaveLength(6)
  })

  it('allocates no handlers per chunk of a body', async () => {
    const { routes } = webhooks()
    using race = vi.spyOn(Promise, 'race')
    using concat = vi.spyOn(Buffer, 'concat')
    const bytes = Buffer.from(three.padEnd(5000))
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const init = { method: 'POST', headers: signed(bytes.toString()), body: pieces, duplex: 'half' } as const
    const reply = await routes.handle(new Request(at('/social/webhooks/fake'), init))
    expect(reply.status).toBe(200)
    // `Promise.race` keeps its handlers until the body has ended, so there must be only a few races.
    expect(race.mock.calls.length).toBeLessThan(10)
    expect(concat.mock.calls[0]?.[0].length).toBeLessThan(10)
  })

  it('stops reading a body that is too big', async () => {
    const { routes } = webhooks({ maxBodyBytes: 100 })
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(64))
      },
    })
    const requests = [
      new Request(at('/social/webhooks/fake'), { method: 'POST', body: endless, duplex: 'half' }),
      new Request(at('/social/webhooks/fake'), {
        method: 'POST',
        body: 'x'.repeat(101),
        headers: { 'content-length': '101' },
      }),
    ]
    for (const request of requests) expect((await routes.handle(request)).status).toBe(413)
    expect(pulled).toBeLessThan(10)
  })

  it('reads nothing of a body with a content-length above the limit', async () => {
    const { routes } = webhooks({ maxBodyBytes: 100 })
    let pulled = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled += 1
          controller.enqueue(Buffer.from('x'))
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'content-length': '101' }
    const request = new Request(at('/social/webhooks/fake'), {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    })
    expect((await routes.handle(request)).status).toBe(413)
    expect(pulled).toBe(0)
  })

  it('stops reading a body that does not end', async () => {
    const { client, routes } = webhooks({ maxBodySeconds: 5 })
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('[')),
    })
    const request = new Request(at('/social/webhooks/fake'), { method: 'POST', body, duplex: 'half' })
    const answered = routes.handle(request)
    await client.clock.advance(4.9)
    expect(client.clock.sleeping).toBe(1)
    await client.clock.advance(0.1)
    expect((await answered).status).toBe(408)
  })

  it('leaves no alarm, and releases the body, once it is read or refused', async () => {
    const { client, routes } = webhooks({ maxBodyBytes: 100 })
    const bodies = ['[]', 'x'.repeat(101)].map(
      (text) =>
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            controller.enqueue(Buffer.from(text))
            controller.close()
          },
        }),
    )
    for (const body of bodies)
      await routes.handle(new Request(at('/social/webhooks/fake'), { method: 'POST', body, duplex: 'half' }))
    expect(client.clock.sleeping).toBe(0)
    expect(bodies.map(({ locked }) => locked)).toEqual([false, false])
  })

  it('throws the error of deliver', async () => {
    const { routes } = webhooks({ deliver: () => Promise.reject(new Error('boom')) })
    const request = new Request(at('/social/webhooks/fake'), {
      method: 'POST',
      headers: signed(three),
      body: three,
    })
    await expect(routes.handle(request)).rejects.toMatchObject({
      cause: { errors: [{ message: 'boom' }, {}, {}] },
    })
  })

  it('streams a hosted file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'social-web-'))
    const path = join(folder, 'launch.jpg')
    const picture = Buffer.alloc(700_000, 'abc')
    await writeFile(path, picture)
    const mediaHost = new SignedMediaHost({ baseUrl: at('/social'), key: 'k'.repeat(32) })
    const { routes } = webhooks({ mediaHost })
    const { url } = await mediaHost.publish(Media.fromFile(path), { lifetimeSeconds: 60 })

    const reply = await routes.handle(new Request(url))
    expect(reply.headers.get('content-length')).toBe('700000')
    expect(Buffer.from(await reply.arrayBuffer()).equals(picture)).toBe(true)
    const head = await routes.handle(new Request(url, { method: 'HEAD' }))
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '700000', ''])
    const stopped = await routes.handle(new Request(url))
    await stopped.body?.cancel()
    await rm(folder, { recursive: true })
    expect((await routes.handle(new Request(url))).status).toBe(404)
  })
})
