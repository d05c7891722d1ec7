import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net'

/** What happens to what a server says. */
type Mode =
  /** Everything passes. */
  | 'PASS'
  /** What the client says arrives; instead of an answer the connection is cut. */
  | 'CUT_ANSWERS'
  /** What the client says arrives; the answers never do, and nothing is cut. */
  | 'SWALLOW_ANSWERS'
  /** Nothing passes either way, not even an end: as when a cable is pulled. What was said arrives when it passes again. */
  | 'FROZEN'
  /** New connections are refused, and those there are cut. */
  | 'CLOSED'

/** Stands between a client and a server, and cuts the line when it is told to. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #mode: Mode = 'PASS'
  #answersLeft = Number.POSITIVE_INFINITY
  #answersBefore = 0

  private constructor(target: number) {
    this.#server = createServer((client) => this.#join(client, target))
  }

  /** Opens one in front of a port of this machine. */
  static async open(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port // it listens on a port
  }

  /** From now on. Turning it to `CLOSED` cuts every line there is. */
  turn(mode: Mode): void {
    this.#mode = mode
    this.#answersLeft = Number.POSITIVE_INFINITY
    this.#answersBefore = 0
    if (mode === 'CLOSED') this.#cutAll()
    for (const socket of [...this.#pairs].flat())
      if (mode === 'FROZEN') socket.pause()
      else socket.resume()
  }

  /** Cuts the line instead of passing the next answer on, or the one after so many; the server has done what it was asked by then. */
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
