import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { MediaHost } from '@social/core'
import { Routes, type RoutesClient, SignedMediaHost, toNodeHandler } from '@social/core/routes'
import { FakeClock } from '@social/testkit/platform'

/** One week in seconds, which is longer than the lifetime of any signed URL. */
const A_WEEK = 7 * 86_400

/**
 * Fault of a hosted file. The URL has expired or was changed, the host never responds, or the host
 * closes the connection.
 */
export type Trouble = 'EXPIRED' | 'TAMPERED' | 'SLOW' | 'GONE'

/** Request of a network for a hosted file. */
interface Fetched {
  readonly range: string | null
  readonly status: number
}

/**
 * Web server with an application's routes, and a media host that serves files through these
 * routes.
 */
export interface HostedFiles extends AsyncDisposable {
  readonly mediaHost: MediaHost
  readonly fetched: readonly Fetched[]
  /** URLs that the media host has published so far. */
  readonly addresses: readonly string[]
  /** Mounts the routes of a client. Call this method before the first post. */
  mount(client: RoutesClient): void
  /** Sets the fault of all files hosted after this call. Null removes the fault. */
  trouble(how: Trouble | null): void
  /** Returns the names of the files that are still stored. */
  kept(): Promise<readonly string[]>
}

/** Starts the web server and its media host. */
export async function hostingFiles(): Promise<HostedFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'social-hosted-'))
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z' })
  const fetched: Fetched[] = []
  const addresses: string[] = []
  let how: Trouble | null = null
  let routes: RequestListener | null = null
  const server = createServer((request, response) => {
    if (how === 'SLOW') return
    if (how === 'GONE') {
      request.socket.destroy()
      return
    }
    response.on('finish', () => {
      fetched.push({ range: request.headers.range ?? null, status: response.statusCode })
    })
    routes?.(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a listening TCP server has an address of this type
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const host = new SignedMediaHost({ baseUrl: `${origin}/social`, key: 'k'.repeat(32), folder, clock })
  return {
    mediaHost: {
      async publish(media, options) {
        const { url, handle } = await host.publish(media, options)
        if (how === 'EXPIRED') await clock.advance(A_WEEK)
        const address = how === 'TAMPERED' ? `${url.slice(0, -2)}${url.endsWith('AA') ? 'BB' : 'AA'}` : url
        addresses.push(address)
        return { url: address, handle }
      },
      release: (handle) => host.release(handle),
    },
    fetched,
    addresses,
    mount(client) {
      const mounted = new Routes(client, {
        redirectUri: 'https://app.example/social/callback/{platform}',
        prefix: '/social',
        mediaHost: host,
      })
      routes = toNodeHandler(mounted, { onError: () => undefined })
    },
    trouble: (next) => {
      how = next
    },
    kept: () => readdir(folder),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
