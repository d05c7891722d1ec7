import type { BodySource } from '@social/core/platform'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { base64Body } from './base64-body.js'

/** A file that is read in chunks of the given size, all in the same reused buffer. */
function inChunksOf(bytes: Uint8Array, chunkBytes: number): BodySource {
  return {
    length: bytes.length,
    async *open() {
      const buffer = new Uint8Array(chunkBytes)
      for (let start = 0; start < bytes.length; start += chunkBytes) {
        const chunk = bytes.subarray(start, start + chunkBytes)
        buffer.set(chunk)
        yield buffer.subarray(0, chunk.length)
      }
    },
  }
}

async function read(body: BodySource): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body.open()) chunks.push(Buffer.from(Uint8Array.from(chunk)))
  return Buffer.concat(chunks).toString()
}

describe('a body with files as base64', () => {
  it('equals a body built in memory, with its stated length, for any chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 64 }),
        async (bytes, size) => {
          const body = base64Body(['{"data":"', inChunksOf(bytes, size), '"}'])

          const text = await read(body)

          expect(text).toBe(`{"data":"${Buffer.from(bytes).toString('base64')}"}`)
          expect(body.length).toBe(text.length)
        },
      ),
    )
  })

  it('can be read again for a repeat', async () => {
    const body = base64Body(['"', inChunksOf(Buffer.from('chair'), 2), '"'])

    expect([await read(body), await read(body)]).toEqual(['"Y2hhaXI="', '"Y2hhaXI="'])
  })

  it('holds one chunk at a time for any file size', async () => {
    let open = 0
    let most = 0
    const source: BodySource = {
      length: 50_000_000,
      async *open() {
        for (let given = 0; given < 50; given += 1) {
          open += 1
          most = Math.max(most, open)
          yield new Uint8Array(1_000_000)
          open -= 1
        }
      },
    }
    let biggest = 0
    for await (const chunk of base64Body([source]).open()) biggest = Math.max(biggest, chunk.length)

    expect(most).toBe(1)
    expect(biggest).toBeLessThan(1_400_000)
  })

  it('counts bytes of text, not characters', () => {
    expect(base64Body(['🥖']).length).toBe(4)
  })
})
