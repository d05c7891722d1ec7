import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Finds a free local port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // safe cast: the server listens on a port
  server.close()
  await once(server, 'close')
  return port
}
