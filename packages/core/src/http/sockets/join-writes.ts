import type { Socket } from 'node:net'

/**
 * Maximum size of a body that is joined with its header. Copying a larger body would cost more
 * than a second write. docs/decisions/0042-one-write-per-request.md
 */
const MAX_JOINED_BYTES = 8192

/**
 * Makes a socket send the header of a request and a small body in one write. undici corks the
 * socket around both, and Node then uses the slow `writev`, because the header is a string and the
 * body is bytes. One latin1 string with the same bytes is written faster. Larger bodies, and
 * writes with a callback, are not changed. docs/decisions/0042-one-write-per-request.md
 */
export function joinWrites(socket: Socket): void {
  const cork = socket.cork.bind(socket)
  const uncork = socket.uncork.bind(socket)
  // safe cast: the overloads of `write` differ only in their optional arguments
  const write = socket.write.bind(socket) as (...chunk: readonly unknown[]) => boolean
  /** Text that was written since `cork` was called. Null while the socket is not corked. */
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
    // Returns what the socket itself would return. The caller waits for `drain` if the result is
    // false.
    return socket.writableLength + held.length < socket.writableHighWaterMark
  }
}

/**
 * Returns the data as a latin1 string with the same bytes. Null if this write must not be joined.
 */
function joinable(data: unknown, encoding: unknown, given: number): string | null {
  if (typeof data === 'string') return encoding === 'latin1' && given === 2 ? data : null
  if (!(data instanceof Uint8Array) || data.length > MAX_JOINED_BYTES || given > 1) return null
  return Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
}
