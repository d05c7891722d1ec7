import type { Reply } from '@social/core/routes'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'

import { sendReply } from './send-reply.js'

/** Sends a reply and returns the values that `sendReply` passed to Fastify. */
function sending(method: string, body: Reply['body'], contentType = 'video/mp4') {
  const headers: Record<string, unknown> = {}
  const sent: unknown[] = []
  const reply = {
    request: { method },
    code: () => reply,
    headers: (all: object) => Object.assign(headers, all) && reply,
    header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) && reply,
    send: (payload?: unknown) => sent.push(payload),
  }
  const answer = { status: 200, body, contentType, headers: { 'accept-ranges': 'bytes' } }
  sendReply(answer, reply as unknown as FastifyReply) // safe cast: `sendReply` uses only these methods
  return { headers, sent }
}

it('responds to HEAD with the length of a file, without opening it', () => {
  let opened = 0
  const file = {
    length: 7,
    async *open() {
      opened += 1
      yield new Uint8Array(7)
    },
  }
  const { headers, sent } = sending('HEAD', file)
  expect(headers).toEqual({ 'accept-ranges': 'bytes', 'content-type': 'video/mp4', 'content-length': 7 })
  expect([sent, opened]).toEqual([[undefined], 0])
})

it('responds to HEAD with the length of bytes in memory', () => {
  expect(sending('HEAD', new Uint8Array(3))).toMatchObject({
    headers: { 'content-length': 3 },
    sent: [undefined],
  })
})

it('copies each chunk of a file before it requests the next one, because the buffer may be reused', async () => {
  const buffer = new Uint8Array(2)
  const file = {
    length: 4,
    async *open() {
      for (const byte of [1, 2]) yield buffer.fill(byte)
    },
  }
  const [stream] = sending('GET', file).sent
  const chunks: Uint8Array[] = []
  for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk) // safe cast: `sendReply` passes a Readable
  expect(Buffer.concat(chunks)).toEqual(Buffer.from([1, 1, 2, 2]))
})

it('reads only a few chunks of a file ahead while no reader takes them', async () => {
  let asked = 0
  const file = {
    length: 100 * 65_536,
    async *open() {
      for (; asked < 100; asked += 1) yield new Uint8Array(65_536)
    },
  }
  const [stream] = sending('GET', file).sent
  const chunks = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]() // safe cast: `sendReply` passes a Readable
  await chunks.next()
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toBeLessThan(5)
  await chunks.return?.()
})

it('passes text as text, which is sent together with the headers, and other bytes unchanged', () => {
  const bytes = new TextEncoder().encode('{"ok":"é"}')
  expect(sending('POST', bytes, 'application/json; charset=utf-8').sent).toEqual(['{"ok":"é"}'])
  expect(sending('POST', bytes, 'image/png').sent).toEqual([bytes])
})
