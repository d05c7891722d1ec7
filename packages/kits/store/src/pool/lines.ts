import { Socket } from 'node:net'

/**
 * The sockets of a connection pool, so that their end can be waited for, and brought about: `pg` ends each of them in turn with
 * the server, which may no longer answer. Until then they keep the process going.
 */
export class Lines {
  readonly #sockets = new Set<Socket>()
  #closed = Promise.withResolvers<void>()
  #isCut = false

  /** For the option of the same name: `pg` asks it for every connection. */
  readonly stream = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size === 0) this.#closed.resolve()
    })
    // Whoever opens one now comes too late, and hears of it as of any other that is cut.
    if (this.#isCut) setImmediate(() => socket.destroy())
    return socket
  }

  /** Resolves when no connection is left. */
  async closed(): Promise<void> {
    if (this.#sockets.size === 0) return
    this.#closed = Promise.withResolvers()
    await this.#closed.promise
  }

  /** Cuts every connection there is, and every one that comes. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }
}
