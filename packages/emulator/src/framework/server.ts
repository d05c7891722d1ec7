import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

import { makeRequest } from './bodies/body.js'
import type { Exchange } from './emulated-network.js'
import { takeWebSocket } from './web-socket.js'

/** A server on loopback. */
export interface LoopbackServer {
  readonly port: number
  /** Stops the server immediately and closes open connections. */
  close(): Promise<void>
}

/**
 * State of a connection after a response. `KEPT`: open for 75 seconds. `CLOSED`: closed, announced in the
 * response. `CLOSED_UNANNOUNCED`: closed without an announcement.
 */
export type AfterResponse = 'KEPT' | 'CLOSED' | 'CLOSED_UNANNOUNCED'

/** Every value of `AfterResponse`. */
export const AFTER_RESPONSE: readonly AfterResponse[] = ['KEPT', 'CLOSED', 'CLOSED_UNANNOUNCED']

/** Minimum size of a streamed response. Our choice. */
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
    // Stops reading without closing the connection, because the response is still sent over it.
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
  // Ends an endless body when the client disconnects.
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
  return (server.address() as AddressInfo).port // a listening TCP server has this kind of address
}

/** Sets the connection headers for the state after the response. */
function announce(afterResponse: AfterResponse, outgoing: ServerResponse): void {
  if (afterResponse === 'CLOSED') outgoing.shouldKeepAlive = false
  if (afterResponse !== 'CLOSED_UNANNOUNCED') return
  // Without this Node sends "Connection: keep-alive".
  outgoing.removeHeader('connection')
  const { socket } = outgoing
  outgoing.once('finish', () => socket?.end())
}

/**
 * Serves one origin on loopback over HTTP/1.1 with keep-alive. Request bodies may have any length and duration.
 * A response may be sent before the body is complete. The rest of the body is then discarded.
 *
 * @param open - Called with the origin. Returns the request handler.
 * @param options - `port`: 0 for any free port. `afterResponse`: default `KEPT`.
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
      incoming.on('error', () => undefined) // the client disconnected: the reader of the body gets the same error
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
