import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { joinWrites } from './join-writes.js'

const HEAD = 'POST / HTTP/1.1\r\nx-name: \xe9\r\n\r\n'
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, value) => value)

let socket: Socket
let arrived: Promise<Buffer>
let write: ReturnType<typeof vi.spyOn>
let close: () => void

beforeEach(async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  arrived = new Promise((resolve) => {
    server.once('connection', (one) => {
      const parts: Buffer[] = []
      one.on('data', (part) => parts.push(part))
      one.on('end', () => resolve(Buffer.concat(parts)))
    })
  })
  const { port } = server.address() as AddressInfo // safe cast: a server that listens on a TCP port has an AddressInfo
  socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  write = vi.spyOn(socket, 'write')
  joinWrites(socket)
  close = () => {
    socket.destroy()
    server.close()
  }
})

afterEach(() => close())

/** Writes a request header and a body as undici does when the whole body is available. */
function send(body: Uint8Array): void {
  socket.cork()
  socket.write(HEAD, 'latin1')
  socket.write(body)
  socket.uncork()
}

describe('a socket with joined writes', () => {
  it('sends header and small body in one write with identical bytes', async () => {
    send(EVERY_BYTE)
    send(EVERY_BYTE.subarray(250))
    expect(write).toHaveBeenCalledTimes(2)
    socket.end()

    const wanted = [HEAD, EVERY_BYTE, HEAD, EVERY_BYTE.subarray(250)]
    expect(await arrived).toEqual(
      Buffer.concat(
        wanted.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
      ),
    )
  })

  it('sends a large body separately after its header, and reports backpressure', async () => {
    const big = new Uint8Array(1_000_000).fill(7)
    socket.cork()
    socket.write(HEAD, 'latin1')
    const hasRoom = socket.write(big)
    socket.uncork()
    expect(hasRoom).toBe(false)
    expect(write).toHaveBeenCalledTimes(2)
    send(EVERY_BYTE)
    socket.end()

    const bytes = await arrived
    expect(bytes.subarray(0, HEAD.length).toString('latin1')).toBe(HEAD)
    expect(bytes.subarray(HEAD.length, HEAD.length + big.length).every((byte) => byte === 7)).toBe(true)
    expect(bytes.subarray(-EVERY_BYTE.length)).toEqual(Buffer.from(EVERY_BYTE))
    expect(bytes).toHaveLength(2 * HEAD.length + big.length + EVERY_BYTE.length)
  })

  it('reports backpressure for small pieces too, and the drain event', async () => {
    const piece = new Uint8Array(8000).fill(1)
    let pieces = 0
    let hasRoom = true
    while (hasRoom && pieces < 100_000) {
      socket.cork()
      hasRoom = socket.write(piece)
      socket.uncork()
      pieces += 1
    }
    expect(hasRoom).toBe(false)
    expect(socket.writableNeedDrain).toBe(true)
    await once(socket, 'drain')
    socket.end()

    expect(await arrived).toHaveLength(pieces * piece.length)
  })

  it('calls the callbacks of writes in order', async () => {
    socket.cork()
    socket.write(HEAD, 'latin1')
    const written = new Promise<void>((resolve) => {
      socket.write(EVERY_BYTE, () => resolve())
    })
    socket.uncork()
    await written
    socket.end()

    expect(await arrived).toEqual(Buffer.concat([Buffer.from(HEAD, 'latin1'), EVERY_BYTE]))
  })

  it('sends text of another encoding unchanged, and calls its callbacks', async () => {
    socket.cork()
    socket.write(HEAD, 'latin1')
    socket.write('\xe9\u20ac', 'utf8')
    socket.uncork()
    socket.cork()
    const written = new Promise<void>((resolve) => {
      socket.write(HEAD, 'latin1', () => resolve())
    })
    socket.uncork()
    await written
    socket.end()

    const head = Buffer.from(HEAD, 'latin1')
    expect(await arrived).toEqual(Buffer.concat([head, Buffer.from('\xe9\u20ac'), head]))
  })

  it('sends data without a cork immediately', async () => {
    socket.write('0\r\n\r\n', 'latin1')
    expect(write).toHaveBeenCalledTimes(1)
    socket.cork()
    socket.uncork()
    expect(write).toHaveBeenCalledTimes(1)
    socket.end()

    expect((await arrived).toString()).toBe('0\r\n\r\n')
  })
})
