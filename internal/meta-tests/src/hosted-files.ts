import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { MediaHost } from '@social/core'
import { Routes, type RoutesClient, SignedMediaHost, toNodeHandler } from '@social/core/routes'
import { FakeClock } from '@social/testkit/platform'

/** A week: longer than any address is good for. */
const A_WEEK = 7 * 86_400

/**
 * What may go wrong with an address: its time is over before the network comes, somebody changed it, the host answers
 * nothing, or is gone.
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
  /** Addresses that were given out. */
  readonly addresses: readonly string[]
  /** Mounts the routes; before anything is posted. */
  mount(client: RoutesClient): void
  /** What goes wrong with files that are hosted from now on; null ends it. */
  trouble(how: Trouble | null): void
  /** Names of the files that are still kept. */
  kept(): Promise<readonly string[]>
}

/** Starts it. */
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
  // A TCP server that listens has such an address.
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
