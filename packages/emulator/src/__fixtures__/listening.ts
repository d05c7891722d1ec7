import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received webhook request. */
export interface Received {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A webhook server that records requests and returns the given statuses in order. */
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
    // A listening TCP server has this kind of address.
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
