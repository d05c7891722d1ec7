import { Socket } from 'node:net'

/**
 * Tracks the sockets of a connection pool, to wait for their end or to destroy them. `pg` closes a
 * socket only after the server has responded, so a socket to an unresponsive server would keep the
 * process alive.
 */
export class Lines {
  readonly #sockets = new Set<Socket>()
  #closed = Promise.withResolvers<void>()
  #isCut = false

  /**
   * Creates the socket of a connection. Pass this function to `pg` as the option `stream`, which
   * `pg` calls for every connection.
   */
  readonly stream = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size === 0) this.#closed.resolve()
    })
    // A socket that is opened after `cut` is destroyed immediately, so that its connection fails.
    if (this.#isCut) setImmediate(() => socket.destroy())
    return socket
  }

  /** Resolves when all sockets are closed. */
  async closed(): Promise<void> {
    if (this.#sockets.size === 0) return
    this.#closed = Promise.withResolvers()
    await this.#closed.promise
  }

  /** Destroys all sockets, and every socket that is opened later. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }
}
