import { http, type HttpHandler } from 'msw/http'

import type { EmulatedNetwork, Exchange } from './framework/emulated-network.js'

/** Returns a response whose body breaks off with a network error after half of the bytes. */
async function brokenBody(response: Response): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer())
  const half = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(body.subarray(0, Math.ceil(body.byteLength / 2)))
    },
    pull(controller) {
      controller.error(new Error('The connection ended in the middle of the body.'))
    },
  })
  const headers = new Headers(response.headers)
  headers.set('content-length', String(body.byteLength))
  return new Response(half, { status: response.status, headers })
}

async function toMocked({ response, cut }: Exchange): Promise<Response> {
  if (cut === 'BEFORE_REPLY') return Response.error()
  return cut === 'IN_THE_BODY' ? brokenBody(response) : response
}

/**
 * Creates msw handlers that answer every request to the network's origin inside the test process.
 * No HTTP server is started.
 *
 * @param network - Emulated network. Its control, faults and log work as with a server.
 * @example
 * const server = new EmulatedNetwork(mastodonNetwork(), { origin: 'https://social.example' })
 * setupServer(...mswHandlers(server)).listen()
 */
export function mswHandlers(network: Pick<EmulatedNetwork, 'origin' | 'exchange'>): HttpHandler[] {
  return [
    http.all(
      ({ request }) => new URL(request.url).origin === network.origin,
      async ({ request }) => toMocked(await network.exchange(request)),
    ),
  ]
}
