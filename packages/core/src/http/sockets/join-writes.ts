import type { Socket } from 'node:net'

/**
 * Maximum size of a body that is joined with its header. Copying more costs more than a second write (decision 0042).
 */
const MAX_JOINED_BYTES = 8192

/**
 * Sends the header of a request and a small body in one write. undici corks the socket around both, and for text and
 * bytes Node then uses the slower `writev`. Joined into one latin1 text, which has the same bytes, they use the fast
 * path. Larger data, and writes with a callback, are not changed. docs/decisions/0042-one-write-per-request.md
 */
export function joinWrites(socket: Socket): void {
  const cork = socket.cork.bind(socket)
  const uncork = socket.uncork.bind(socket)
  // Its overloads differ only in their optional arguments.
  const write = socket.write.bind(socket) as (...chunk: readonly unknown[]) => boolean
  /** Text written since the cork; null if nothing is held back. */
  let held: string | null = null

  function flush(): void {
    if (held) write(held, 'latin1')
    held = null
  }

  socket.cork = () => {
    if (held === null) held = ''
    else cork()
  }
  socket.uncork = () => {
    if (held === null) uncork()
    else flush()
  }
  socket.write = (...chunk: readonly unknown[]): boolean => {
    const [data, encoding] = chunk
    const text = held === null ? null : joinable(data, encoding, chunk.length)
    if (held === null || text === null) {
      if (held !== null) {
        cork()
        flush()
      }
      return write(...chunk)
    }
    held += text
    // Same result as the socket itself: callers that send in pieces wait for it to drain.
    return socket.writableLength + held.length < socket.writableHighWaterMark
  }
}

/** The same bytes as latin1 text; null if they must not be joined. */
function joinable(data: unknown, encoding: unknown, given: number): string | null {
  if (typeof data === 'string') return encoding === 'latin1' && given === 2 ? data : null
  if (!(data instanceof Uint8Array) || data.length > MAX_JOINED_BYTES || given > 1) return null
  return Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
}
