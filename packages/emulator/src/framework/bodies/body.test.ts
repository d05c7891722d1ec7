import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { bodyOf, makeRequest, readSmallBody, receive } from './body.js'

/** Yields chunks that all use the same buffer, as fast senders do. */
async function* reused(chunks: number, bytes: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(bytes)
  for (let index = 0; index < chunks; index += 1) yield buffer.fill(index)
}

it('counts and hashes without storing', async () => {
  const received = await receive(reused(3, 100_000))
  expect(received).toMatchObject({ bytes: 300_000, kept: null, tooBig: false })
  expect(received.head).toHaveLength(65_536)
  const hash = createHash('sha256')
  for await (const chunk of reused(3, 100_000)) hash.update(chunk)
  expect(received.sum).toBe(hash.digest('hex'))
})

it('stores a small body as a copy', async () => {
  const { kept, sum } = await receive(reused(3, 2), { keepUpTo: 6, hash: null })
  expect([kept, sum]).toEqual([Buffer.of(0, 0, 1, 1, 2, 2), null])
})

it('stops when the body is too large', async () => {
  const { bytes, tooBig } = await receive(reused(1000, 10), { refuseAbove: 25 })
  expect([bytes, tooBig]).toEqual([30, true])
  const request = new Request('http://a.example/', { method: 'POST', body: 'x'.repeat(11) })
  await expect(readSmallBody(request, 10)).rejects.toThrow('larger than 10 bytes')
})

it('reads nothing before the body is requested', async () => {
  let asked = 0
  const source = {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      asked += 1
      yield Uint8Array.of(1)
    },
  }
  const make = () => makeRequest({ url: 'http://a.example/', method: 'PUT', headers: new Headers(), source })
  const request = make()
  expect(asked).toBe(0)
  expect((await receive(bodyOf(request))).bytes).toBe(1)
  expect(new Uint8Array(await make().arrayBuffer())).toEqual(Uint8Array.of(1))
})

it('treats a request without a body as one of zero bytes', async () => {
  expect((await receive(bodyOf(new Request('http://a.example/')))).bytes).toBe(0)
})
