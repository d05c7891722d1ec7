import type { ServerResponse } from 'node:http'

import type { LiveEvents } from '../shared/api.js'

const HEARTBEAT_MS = 20_000

/** Sends server-sent events to every open page of the studio. */
export class Live {
  readonly #pages = new Set<ServerResponse>()
  readonly #heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS).unref()

  /** Adds the event stream of a page. The response stays open. */
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

  /**
   * Closes the event streams of all pages. The pages reconnect when the server is available again.
   */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const page of this.#pages) page.end()
    this.#pages.clear() // Events sent after this line reach no page.
  }

  #write(text: string): void {
    for (const page of this.#pages) page.write(text)
  }
}
