import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

import { makeRequest } from './bodies/body.js'
import type { Exchange } from './emulated-network.js'
import { takeWebSocket } from './web-socket.js'

/** Running HTTP server on loopback. */
export interface LoopbackServer {
  readonly port: number
  /** Closes all connections and stops the server immediately. */
  close(): Promise<void>
}

/**
 * Connection handling after a response. `KEPT` keeps the connection open for 75 seconds. `CLOSED`
 * closes the connection and announces this in the response. `CLOSED_UNANNOUNCED` closes the
 * connection without an announcement.
 */
export type AfterResponse = 'KEPT' | 'CLOSED' | 'CLOSED_UNANNOUNCED'

/** Every value of `AfterResponse`. */
export const AFTER_RESPONSE: readonly AfterResponse[] = ['KEPT', 'CLOSED', 'CLOSED_UNANNOUNCED']

/** Minimum size in bytes of a response that is streamed. The emulator chose this limit. */
const STREAMED_BYTES = 1_048_576

function toRequest(incoming: IncomingMessage, origin: string): Request {
  const headers = new Headers()
  const { rawHeaders } = incoming
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  const method = incoming.method ?? 'GET'
  const hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0
  return makeRequest({
    url: new URL(incoming.url ?? '/', origin).href,
    method,
    headers,
    // Stops reading the body but keeps the connection open, because the response still uses the
    // connection.
    source:
      hasBody && method !== 'GET' && method !== 'HEAD' ? incoming.iterator({ destroyOnReturn: false }) : null,
  })
}

function headersOf({ response, spelled }: Exchange): [string, string][] {
  const pairs: [string, string][] = [...response.headers].filter(
    ([name]) => !Object.keys(spelled ?? {}).some((one) => one.toLowerCase() === name),
  )
  return [...pairs, ...Object.entries(spelled ?? {})]
}

async function stream(response: Response, outgoing: ServerResponse): Promise<void> {
  const reader = response.body?.getReader()
  // Stops reading an endless response body when the client disconnects.
  outgoing.once('close', () => void reader?.cancel().catch(() => undefined))
  for (;;) {
    const piece = await reader?.read()
    if (piece === undefined || piece.done) break
    if (!outgoing.write(piece.value) && !outgoing.destroyed)
      await new Promise<void>((resolve) => {
        outgoing.once('drain', resolve).once('close', resolve)
      })
  }
  outgoing.end()
}

async function send(exchange: Exchange, outgoing: ServerResponse): Promise<void> {
  const { response, cut } = exchange
  const { socket } = outgoing
  if (cut === 'BEFORE_REPLY') {
    socket?.destroy()
    return
  }
  outgoing.sendDate = false
  const headers = headersOf(exchange)
  const isStream =
    cut === 'NOWHERE' &&
    (response.headers.get('content-type')?.startsWith('text/event-stream') === true ||
      Number(response.headers.get('content-length') ?? 0) > STREAMED_BYTES)
  if (isStream) {
    outgoing.writeHead(response.status, headers.flat())
    await stream(response, outgoing)
    return
  }
  const body = new Uint8Array(await response.arrayBuffer())
  if (!response.headers.has('content-length') && response.status !== 204 && response.status !== 304)
    headers.push(['content-length', String(body.byteLength)])
  outgoing.writeHead(response.status, headers.flat())
  if (cut === 'NOWHERE') outgoing.end(body)
  else outgoing.write(body.subarray(0, Math.ceil(body.byteLength / 2)), () => socket?.destroy())
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port // safe cast: `address()` returns an `AddressInfo` for a server that listens on TCP
}

/** Sets the response header `Connection` according to the connection handling. */
function announce(afterResponse: AfterResponse, outgoing: ServerResponse): void {
  if (afterResponse === 'CLOSED') outgoing.shouldKeepAlive = false
  if (afterResponse !== 'CLOSED_UNANNOUNCED') return
  // Without this line Node.js sends "Connection: keep-alive".
  outgoing.removeHeader('connection')
  const { socket } = outgoing
  outgoing.once('finish', () => socket?.end())
}

/**
 * Starts an HTTP/1.1 server with keep-alive on loopback. Request bodies can have any length and
 * duration. If a response is sent before the request body is complete, the server discards the
 * rest of the body.
 *
 * @param open - Called with the server's origin. Returns the request handler.
 * @param options - `port` is the port, or 0 for any free port. `afterResponse` defaults to `KEPT`.
 */
export async function serve(
  open: (origin: string) => (request: Request) => Promise<Exchange>,
  {
    port = 0,
    afterResponse = 'KEPT',
  }: { readonly port?: number; readonly afterResponse?: AfterResponse } = {},
): Promise<LoopbackServer> {
  let origin = ''
  let answer: ((request: Request) => Promise<Exchange>) | null = null
  const server = createServer(
    { keepAliveTimeout: 75_000, requestTimeout: 0, headersTimeout: 60_000, highWaterMark: 262_144 },
    (incoming, outgoing) => {
      announce(afterResponse, outgoing)
      incoming.on('error', () => undefined) // ignored here, because the reader of the body receives the same error
      const work = async (): Promise<void> => {
        if (answer === null) throw new Error('A request arrived before the network was open.')
        await send(await answer(toRequest(incoming, origin)), outgoing)
      }
      work().catch(() => outgoing.destroy())
    },
  )
  const sockets = new Set<Duplex>()
  server.on('upgrade', (incoming, socket, head) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const work = async (): Promise<void> => {
      if (answer === null) throw new Error('A WebSocket arrived before the network was open.')
      await takeWebSocket(incoming, { socket, head, request: toRequest(incoming, origin) }, answer)
    }
    work().catch(() => socket.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const bound = await listen(server, port)
  origin = `http://127.0.0.1:${bound}`
  answer = open(origin)
  return {
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}
