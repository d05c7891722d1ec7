import type { Socket } from 'node:net'

/** Bytes of the largest body that is joined with its head; copying more would cost more than a second write (decision 0042). */
const MAX_JOINED_BYTES = 8192

/**
 * Lets the head of a request and a small body leave in one write. undici corks the socket around the two, and for a text
 * and bytes Node then takes the long way (`writev`); joined into one text of latin1, which is the same bytes, they take
 * the short one. What is bigger, or has a callback, is written as it would have been.
 * docs/decisions/0042-one-write-per-request.md
 */
export function joinWrites(socket: Socket): void {
  const cork = socket.cork.bind(socket)
  const uncork = socket.uncork.bind(socket)
  // Its overloads differ only in what may be left out.
  const write = socket.write.bind(socket) as (...chunk: readonly unknown[]) => boolean
  /** What was written since the cork; null when nothing is held back. */
  let held: string | null = null

  function letGo(): void {
    if (held) write(held, 'latin1')
    held = null
  }

  socket.cork = () => {
    if (held === null) held = ''
    else cork()
  }
  socket.uncork = () => {
    if (held === null) uncork()
    else letGo()
  }
  socket.write = (...chunk: readonly unknown[]): boolean => {
    const [data, encoding] = chunk
    const text = held === null ? null : joinable(data, encoding, chunk.length)
    if (held === null || text === null) {
      if (held !== null) {
        cork()
        letGo()
      }
      return write(...chunk)
    }
    held += text
    // As the socket itself would say: whoever sends piece by piece waits for it to drain.
    return socket.writableLength + held.length < socket.writableHighWaterMark
  }
}

/** The same bytes as a text of latin1; null for what is not to be joined. */
function joinable(data: unknown, encoding: unknown, given: number): string | null {
  if (typeof data === 'string') return encoding === 'latin1' && given === 2 ? data : null
  if (!(data instanceof Uint8Array) || data.length > MAX_JOINED_BYTES || given > 1) return null
  return Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
}
