import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Request received by the app server. */
export interface AppRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Response that the app server returns. */
export interface AppAnswer {
  readonly status?: number
  readonly body?: string
}

/**
 * HTTP server that acts as the application in tests. The server records requests and returns
 * configured responses.
 */
export class AppServer implements AsyncDisposable {
  readonly received: AppRequest[] = []
  answer: (received: AppRequest) => AppAnswer = () => ({})
  readonly #server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    incoming.on('end', () => {
      const received = {
        method: incoming.method ?? '',
        url: new URL(incoming.url ?? '/', 'http://app'),
        body,
        headers: incoming.headers,
      }
      this.received.push(received)
      const { status = 200, body: answered = '' } = this.answer(received)
      outgoing.writeHead(status).end(answered)
    })
  })
  url = ''

  static async open(): Promise<AppServer> {
    const server = new AppServer()
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve)
    })
    // safe cast: `address()` returns an `AddressInfo` for a server that listens on TCP.
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/hooks`
    return server
  }

  /** Returns the bodies of all received POST requests as parsed JSON. */
  messages(): unknown[] {
    return this.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
