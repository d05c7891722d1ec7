import { describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import type { MediaReader } from '../models/index.js'
import { bytesBody, checkInside, readChunks } from './chunks.js'
import { PieceBuffers } from './piece-buffers.js'

/** Counts how often buffers were returned. */
class NotedBuffers extends PieceBuffers {
  given = 0

  override give(held: readonly Uint8Array[]): void {
    this.given += 1
    super.give(held)
  }
}

/** Creates a file whose reads stay pending until the test calls `goOn`. */
function aSlowFile(size: number) {
  const waiting: (() => void)[] = []
  const reader: MediaReader = {
    size,
    async readInto(target, position) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      target.fill(position % 251)
      return Math.min(target.length, size - position)
    },
    close: async () => {},
  }
  return { reader, waiting, goOn: () => waiting.shift()?.() }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const MEGABYTE = 1024 * 1024

describe('reading a range', () => {
  it('reads the next chunk while the previous one is being sent', async () => {
    const { reader, waiting, goOn } = aSlowFile(3 * MEGABYTE)
    const chunks = readChunks(reader, new NotedBuffers(), {
      start: 0,
      length: 3 * MEGABYTE,
      signal: undefined,
    })
    const first = chunks.next()
    goOn()
    expect((await first).done).toBe(false)
    expect(waiting).toHaveLength(1)
    const left = chunks.return()
    goOn()
    await left
  })

  it('returns its buffers only after the last read into them', async () => {
    const { reader, goOn } = aSlowFile(3 * MEGABYTE)
    const buffers = new NotedBuffers()
    const chunks = readChunks(reader, buffers, { start: 0, length: 3 * MEGABYTE, signal: undefined })
    const first = chunks.next()
    goOn()
    await first
    // The sender stops while the second chunk is being read. The buffer of this read must not be
    // reused yet.
    const left = chunks.return()
    await turn()
    expect(buffers.given).toBe(0)
    goOn()
    await left
    expect(buffers.given).toBe(1)
  })

  it('refuses a file that became shorter, and returns its buffers', async () => {
    const buffers = new NotedBuffers()
    const { reader, goOn } = aSlowFile(10)
    const chunks = readChunks(reader, buffers, { start: 0, length: 20, signal: undefined })
    const first = chunks.next()
    goOn()
    await expect(first).rejects.toThrow(InvalidPostError)
    expect(buffers.given).toBe(1)
  })
})

it.each([
  [0, 0, 0],
  [0, 10, 10],
  [10, 0, 10],
  [3, 4, 10],
])('accepts a range from byte %d of %d bytes in a file of %d', (start, length, size) => {
  expect(() => {
    checkInside(start, length, size)
  }).not.toThrow()
})

it.each([
  [-1, 1, 10],
  [0, -1, 10],
  [0, 11, 10],
  [5, 6, 10],
  [11, 0, 10],
  [0.5, 1, 10],
  [0, 1.5, 10],
  [0, Number.NaN, 10],
])('refuses a range from byte %d of %d bytes in a file of %d', (start, length, size) => {
  expect(() => {
    checkInside(start, length, size)
  }).toThrow(ConfigError)
})

it('bytes in memory are sent completely, and stop with the reason of an abort', async () => {
  const bytes = Uint8Array.from({ length: 3 * MEGABYTE }, (_, n) => n % 251)
  const parts: Uint8Array[] = []
  for await (const part of bytesBody(bytes, undefined).open()) parts.push(part)
  expect(parts.length).toBeGreaterThan(1)
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)

  const reason = new Error('enough')
  const stopped = bytesBody(bytes, AbortSignal.abort(reason)).open()[Symbol.asyncIterator]()
  await expect(stopped.next()).rejects.toBe(reason)
})
