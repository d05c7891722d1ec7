import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'

import type { TransportRequest } from '../../types.js'

/** Server on the loopback address. The test must close it. */
export interface LoopbackServer {
  readonly url: string
  /** Number of connections that the server has accepted so far. */
  readonly connections: number
  /** Number of connections that are open now. */
  readonly openConnections: number
  close(): Promise<void>
}

/** Starts an HTTP server on a free port of this machine. */
export async function serve(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer(listener))
}

/** Starts a TCP server on a free port of this machine, so that a test can write to its sockets. */
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
  // safe cast: a server that listens on a TCP port has an AddressInfo
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

/** Creates a GET request of the root path with default settings, replaced by `changes`. */
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
