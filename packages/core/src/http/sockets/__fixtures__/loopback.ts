import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'

import type { TransportRequest } from '../../types.js'

/** A loopback server that a test closes. */
export interface LoopbackServer {
  readonly url: string
  /** Number of connections accepted so far. */
  readonly connections: number
  /** Number of open connections. */
  readonly openConnections: number
  close(): Promise<void>
}

/** Starts an HTTP server on a free port of this machine. */
export async function serve(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer(listener))
}

/** Handles bare sockets on a free port of this machine. */
export async function serveSockets(onSocket: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createSocketServer(onSocket))
}

async function listen(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // `as`: a server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections
    },
    get openConnections() {
      return sockets.size
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => {
          resolve()
        })
      }),
  }
}

/** A plain GET of the root path. */
export function aTransportRequest(changes: Partial<TransportRequest> & { readonly url: string }): TransportRequest {
  return {
    method: 'GET',
    headers: {},
    body: null,
    signal: new AbortController().signal,
    stallSeconds: 30,
    maxReplyBytes: 16 * 1024 * 1024,
    ...changes,
  }
}
