import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Behavior of the file server for requests of one file. */
export type HostBehavior = 'RANGES' | 'NO_RANGES' | 'WRONG_RANGE' | 'GONE' | 'SILENT' | 'SHORT'

function answer(incoming: IncomingMessage, outgoing: ServerResponse, bytes: Uint8Array, behavior: HostBehavior): void {
  if (behavior === 'SILENT') return
  if (behavior === 'GONE') {
    outgoing.writeHead(404).end('Not found')
    return
  }
  const match = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '')
  if (behavior === 'NO_RANGES' || match === null) {
    outgoing.writeHead(200, { 'content-length': String(bytes.byteLength) })
    if (behavior !== 'SHORT') outgoing.end(bytes)
    return
  }
  const from = Number(match[1])
  const to = Math.min(Number(match[2]), bytes.byteLength - 1)
  const reported = behavior === 'WRONG_RANGE' ? from + 1 : from
  const part = bytes.subarray(from, to + 1)
  outgoing.writeHead(206, {
    'content-range': `bytes ${reported}-${to}/${bytes.byteLength}`,
    'content-length': String(part.byteLength),
  })
  if (behavior === 'SHORT') outgoing.write(part.subarray(0, 1), () => outgoing.destroy())
  else outgoing.end(part)
}

/** File server on loopback. The server records its requests. */
export class FileHost implements AsyncDisposable {
  readonly requests: { readonly path: string; readonly range: string | undefined; readonly agent: string | undefined }[] = []
  readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly behavior: HostBehavior }>()
  readonly #server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    this.requests.push({ path, range: incoming.headers.range, agent: incoming.headers['user-agent'] })
    const file = this.#files.get(path)
    if (file === undefined) outgoing.writeHead(404).end()
    else answer(incoming, outgoing, file.bytes, file.behavior)
  })
  #origin = ''

  static async open(): Promise<FileHost> {
    const host = new FileHost()
    await new Promise<void>((resolve) => {
      host.#server.listen(0, '127.0.0.1', resolve)
    })
    // safe cast: `address()` returns an `AddressInfo` for a server that listens on TCP.
    host.#origin = `http://127.0.0.1:${(host.#server.address() as AddressInfo).port}`
    return host
  }

  /** Stores a file and returns its URL. */
  put(name: string, bytes: Uint8Array, behavior: HostBehavior = 'RANGES'): string {
    this.#files.set(`/${name}`, { bytes, behavior })
    return `${this.#origin}/${name}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
