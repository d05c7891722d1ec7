import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { MediaHost } from '@social/core'
import { Routes, type RoutesClient, SignedMediaHost, toNodeHandler } from '@social/core/routes'
import { FakeClock } from '@social/testkit/platform'

/** One week: longer than the lifetime of any signed URL. */
const A_WEEK = 7 * 86_400

/**
 * Fault of a hosted file: its URL expired, its URL was changed, the host never responds, or the host closes the
 * connection.
 */
export type Trouble = 'EXPIRED' | 'TAMPERED' | 'SLOW' | 'GONE'

/** One request for a file. */
interface Fetched {
  readonly range: string | null
  readonly status: number
}

/** The routes of an application behind a real server, and the media host that serves its files through them. */
export interface HostedFiles extends AsyncDisposable {
  readonly mediaHost: MediaHost
  readonly fetched: readonly Fetched[]
  /** Published URLs. */
  readonly addresses: readonly string[]
  /** Mounts the routes. Call it before the first post. */
  mount(client: RoutesClient): void
  /** Sets the fault of files that are hosted later; null removes it. */
  trouble(how: Trouble | null): void
  /** Names of the files that are still stored. */
  kept(): Promise<readonly string[]>
}

/** Starts the server and its media host. */
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
  // A listening TCP server has an address of this type.
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
