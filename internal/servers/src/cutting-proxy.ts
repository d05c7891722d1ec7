import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net'

/** Ways in which the proxy handles the traffic between a client and a server. */
type Mode =
  /** Forwards all requests and responses. */
  | 'PASS'
  /** Forwards requests. Closes the connection instead of forwarding a response. */
  | 'CUT_ANSWERS'
  /** Forwards requests and discards responses. The connections stay open. */
  | 'SWALLOW_ANSWERS'
  /**
   * Forwards nothing, not even the end of a connection, like an unplugged cable. The data arrives
   * after the next change of the mode.
   */
  | 'FROZEN'
  /** Refuses new connections and closes the existing ones. */
  | 'CLOSED'

/** Proxy between a client and a server that can interrupt connections. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #mode: Mode = 'PASS'
  #answersLeft = Number.POSITIVE_INFINITY
  #answersBefore = 0

  private constructor(target: number) {
    this.#server = createServer((client) => this.#join(client, target))
  }

  /** Opens a proxy for a server on a local port. */
  static async open(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port // safe cast: the proxy listens on a port
  }

  /** Changes the mode. `CLOSED` also closes every open connection. */
  turn(mode: Mode): void {
    this.#mode = mode
    this.#answersLeft = Number.POSITIVE_INFINITY
    this.#answersBefore = 0
    if (mode === 'CLOSED') this.#cutAll()
    for (const socket of [...this.#pairs].flat())
      if (mode === 'FROZEN') socket.pause()
      else socket.resume()
  }

  /**
   * Closes the connection instead of forwarding a response. `after` is the number of responses
   * that are forwarded before. The server has already processed the request.
   */
  cutNextAnswer(after = 0): void {
    this.#mode = 'CUT_ANSWERS'
    this.#answersLeft = 1
    this.#answersBefore = after
  }

  async close(): Promise<void> {
    this.#cutAll()
    this.#server.close()
    await once(this.#server, 'close')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #cutAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  #join(client: Socket, target: number): void {
    if (this.#mode === 'CLOSED') {
      client.destroy()
      return
    }
    const server = createConnection({ port: target, host: '127.0.0.1' })
    const pair = [client, server] as const
    this.#pairs.add(pair)
    const end = (): void => {
      for (const socket of pair) socket.destroy()
      this.#pairs.delete(pair)
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (bytes) => server.write(bytes))
    if (this.#mode === 'FROZEN') for (const socket of pair) socket.pause()
    server.on('data', (bytes) => {
      if (this.#mode === 'PASS') client.write(bytes)
      if (this.#mode !== 'CUT_ANSWERS') return
      if (this.#answersBefore > 0) {
        this.#answersBefore -= 1
        client.write(bytes)
        return
      }
      end()
      this.#answersLeft -= 1
      if (this.#answersLeft === 0) this.turn('PASS')
    })
  }
}
