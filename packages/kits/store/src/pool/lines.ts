import { Socket } from 'node:net'

/**
 * The sockets of a connection pool. Their end can be awaited or forced: `pg` closes each of them together with the server,
 * which may no longer respond. Until then they keep the process alive.
 */
export class Lines {
  readonly #sockets = new Set<Socket>()
  #closed = Promise.withResolvers<void>()
  #isCut = false

  /** For the option of the same name: `pg` calls it for every connection. */
  readonly stream = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size === 0) this.#closed.resolve()
    })
    // A socket that is opened after `cut` is destroyed, so that its connection fails.
    if (this.#isCut) setImmediate(() => socket.destroy())
    return socket
  }

  /** Resolves when no connection is left. */
  async closed(): Promise<void> {
    if (this.#sockets.size === 0) return
    this.#closed = Promise.withResolvers()
    await this.#closed.promise
  }

  /** Destroys all connections, including later ones. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }
}
