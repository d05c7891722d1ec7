import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

import { serve } from '@hono/node-server'
import { makeApp as makeExpress } from '@social-examples/express/app'
import { makeApp as makeFastify } from '@social-examples/fastify/app'
import { makeApp as makeHono } from '@social-examples/hono/app'
import { makeApp as makeNest } from '@social-examples/nestjs/app'
import { startEmulator } from '@social/emulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

type Stop = () => unknown
interface Start {
  readonly port: number
  readonly server: string
}

const EXAMPLES: readonly (readonly [name: string, start: (options: Start) => Promise<Stop>])[] = [
  [
    'express',
    async (options) => {
      const server = (await makeExpress(options)).listen(options.port)
      return () => server.close()
    },
  ],
  [
    'fastify',
    async (options) => {
      const app = await makeFastify(options)
      await app.listen({ port: options.port })
      return () => app.close()
    },
  ],
  [
    'nestjs',
    async (options) => {
      const app = await makeNest(options)
      app.useLogger(false)
      await app.listen(options.port)
      return () => app.close()
    },
  ],
  [
    'hono',
    async (options) => {
      const server = serve({ fetch: (await makeHono(options)).fetch, port: options.port })
      return () => server.close()
    },
  ],
]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo // safe cast: a listening TCP server has an address of this type
  await new Promise((resolve) => server.close(resolve))
  return port
}

const startServer = () => startEmulator({ networks: ['mastodon'] })

function go(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { redirect: 'manual', headers: { connection: 'close', ...headers } })
}

describe.each(EXAMPLES)('the example for %s', (_name, start) => {
  let emulator: Awaited<ReturnType<typeof startServer>>
  let stop: Stop | null = null
  beforeEach(async () => {
    emulator = await startServer()
  })
  afterEach(async () => {
    await stop?.()
    await emulator.close()
  })

  // Holds R-0151.
  it('connects an account, posts, and reports the replies', async () => {
    const port = await freePort()
    const server = emulator.host('mastodon')
    stop = await start({ port, server })
    const origin = `http://localhost:${port}`

    const asked = await go(`${origin}/social/connect/mastodon?host=${server}`)
    const url = asked.headers.get('location') ?? ''
    const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { location } = emulator.control.mastodon.approve({ url, person: 'ada' })
    expect(location).toContain(`${origin}/social/callback/mastodon`)
    const connected = await go(location, { cookie })
    expect(connected.status).toBe(302)
    const inbox = new URL(connected.headers.get('location') ?? '', origin).href
    expect(inbox).toMatch(/\/accounts\/mastodon:[^/]+\/inbox$/)

    const posted = await fetch(inbox.replace('/inbox', '/posts'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ text: 'What we shipped' }),
    })
    expect([posted.status, await posted.json()]).toEqual([201, { url: expect.stringContaining(server) }])
    const [mine] = emulator.control.mastodon.state().statuses
    emulator.control.mastodon.comment({ by: 'bea', on: mine?.id ?? '', text: 'Well done' })
    expect(await (await go(inbox)).json()).toEqual([
      expect.stringMatching(/^COMMENT_CREATED by bea@.*Well done/),
    ])
    expect(await (await go(inbox)).json()).toEqual([
      expect.stringMatching(/^COMMENT_CREATED by bea@.*Well done/),
    ])
  })
})
