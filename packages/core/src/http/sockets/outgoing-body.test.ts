import { describe, expect, it } from 'vitest'

import { OutgoingBody } from './outgoing-body.js'

/** A source that gives its chunks one by one, and notes that it was let go of. */
function sourceOf(chunks: readonly Uint8Array[], length = chunks.reduce((sum, one) => sum + one.length, 0)) {
  const told = { isClosed: false, sent: [] as number[] }
  const source = {
    length,
    async *open() {
      try {
        yield* chunks
      } finally {
        told.isClosed = true
      }
    },
  }
  return { told, body: new OutgoingBody(source, { onSent: (bytes) => told.sent.push(bytes) }) }
}

describe('a body on its way to the socket', () => {
  it('counts a chunk once the next one is asked for, because it has left by then', async () => {
    const { told, body } = sourceOf([new Uint8Array(3), new Uint8Array(4)])
    await body.next()
    expect(told.sent).toEqual([])
    await body.next()
    expect(told.sent).toEqual([3])
    expect(await body.next()).toEqual({ done: true, value: undefined })
    expect(told.sent).toEqual([3, 7])
  })

  it('copies a small chunk, which the socket may still have, and hands a big one on as it is', async () => {
    const [small, big] = [new Uint8Array(65_535), new Uint8Array(65_536)]
    const { body } = sourceOf([small, big])
    expect((await body.next()).value).not.toBe(small)
    expect((await body.next()).value).toBe(big)
  })

  it('fails when its source gives fewer bytes than were announced', async () => {
    const { body } = sourceOf([new Uint8Array(3)], 4)
    await body.next()
    await expect(body.next()).rejects.toThrow('A body of 4 bytes was announced, but its source gave 3.')
  })

  it('gives nothing more once it was stopped, not even what was being read, and lets go of its source', async () => {
    const read = Promise.withResolvers<IteratorResult<Uint8Array, undefined>>()
    let isClosed = false
    const chunks: AsyncIterableIterator<Uint8Array, undefined> = {
      next: () => read.promise,
      return: async () => {
        isClosed = true
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]: () => chunks,
    }
    const body = new OutgoingBody({ length: 3, open: () => chunks })
    const reading = body.next()
    const stopped = body.stop()
    expect(isClosed).toBe(false)
    read.resolve({ done: false, value: new Uint8Array(3) })
    expect(await reading).toEqual({ done: true, value: undefined })
    await stopped
    expect(isClosed).toBe(true)
    expect(await body.next()).toEqual({ done: true, value: undefined })
  })

  it('lets go of its source when undici lets go of it, and is quiet about what the source then says', async () => {
    const { told, body } = sourceOf([new Uint8Array(3), new Uint8Array(3)])
    await body.next()
    await expect(body.return()).resolves.toEqual({ done: true, value: undefined })
    expect(told.isClosed).toBe(true)
  })
})
