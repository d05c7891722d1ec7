import type { ServerResponse } from 'node:http'

import type { LiveEvents } from '../shared/api.js'

const HEARTBEAT_MS = 20_000

/** Tells every open page what happens, as server-sent events. */
export class Live {
  readonly #pages = new Set<ServerResponse>()
  readonly #heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS).unref()

  /** Keeps a response open for as long as the page is. */
  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    })
    response.write('retry: 1000\n\n')
    this.#pages.add(response)
    response.on('close', () => this.#pages.delete(response))
  }

  /** Sends one event to every open page. */
  notify<Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]): void {
    this.#write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Ends every stream; the pages come back when there is a server again. */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const page of this.#pages) page.end()
    this.#pages.clear() // what is still told goes nowhere
  }

  #write(text: string): void {
    for (const page of this.#pages) page.write(text)
  }
}
