import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Webhook request that the server received. */
export interface Received {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Starts a webhook server on loopback. The server records requests and returns the given statuses
 * in order, then 200.
 */
export async function listening(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ body, headers: request.headers })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    // safe cast: `address()` returns an `AddressInfo` for a server that listens on TCP.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
