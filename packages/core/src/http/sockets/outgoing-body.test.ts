import { describe, expect, it } from 'vitest'

import { OutgoingBody } from './outgoing-body.js'

/** Creates a source that returns these chunks one by one, and records when it was released. */
function sourceOf(chunks: readonly Uint8Array[], length = chunks.reduce((sum, one) => sum + one.length, 0)) {
  const progress = { isClosed: false, sent: [] as number[] }
  const source = {
    length,
    async *open() {
      try {
        yield* chunks
      } finally {
        progress.isClosed = true
      }
    },
  }
  return { progress, body: new OutgoingBody(source, { onSent: (bytes) => progress.sent.push(bytes) }) }
}

describe('a body that is sent', () => {
  it('counts a chunk when the next one is requested, because it has been sent by then', async () => {
    const { progress, body } = sourceOf([new Uint8Array(3), new Uint8Array(4)])
    await body.next()
    expect(progress.sent).toEqual([])
    await body.next()
    expect(progress.sent).toEqual([3])
    expect(await body.next()).toEqual({ done: true, value: undefined })
    expect(progress.sent).toEqual([3, 7])
  })

  it('copies a small chunk, which the socket may still hold, and passes a large one unchanged', async () => {
    const [small, big] = [new Uint8Array(65_535), new Uint8Array(65_536)]
    const { body } = sourceOf([small, big])
    expect((await body.next()).value).not.toBe(small)
    expect((await body.next()).value).toBe(big)
  })

  it('fails when its source returns fewer bytes than were announced', async () => {
    const { body } = sourceOf([new Uint8Array(3)], 4)
    await body.next()
    await expect(body.next()).rejects.toThrow('A body of 4 bytes was announced, but its source returned 3.')
  })

  it('returns nothing after a stop, not even a chunk in progress, and releases its source', async () => {
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

  it('releases its source when undici releases the body, and ignores late failures of the source', async () => {
    const { progress, body } = sourceOf([new Uint8Array(3), new Uint8Array(3)])
    await body.next()
    await expect(body.return()).resolves.toEqual({ done: true, value: undefined })
    expect(progress.isClosed).toBe(true)
  })
})
