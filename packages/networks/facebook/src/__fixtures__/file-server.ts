import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a loopback server with one file, which the emulated Facebook fetches. */
export async function servingFile(bytes: Uint8Array): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_incoming, outgoing) => outgoing.end(bytes))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a server that listens on TCP has an `AddressInfo`
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/cake.mp4`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
