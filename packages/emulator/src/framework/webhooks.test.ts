import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { hmac, WebhookSender } from './webhooks.js'

let server: Server
let url: string
let got: { body: string; signature: string }[]
let answers: number[]

beforeEach(async () => {
  got = []
  answers = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      got.push({ body, signature: String(request.headers['x-signature'] ?? '') })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const bodies = (): string[] => got.map(({ body }) => body)

it('sends delivered requests again', async () => {
  const sender = new WebhookSender()
  await sender.push({ url, body: '1' })
  await sender.flush()
  await sender.push({ url, body: '2' })
  const attempts = await sender.flush({ again: true })
  expect(bodies()).toEqual(['1', '1', '2'])
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [0, 200],
    [1, 200],
  ])
  await sender.flush({ again: true })
  expect(bodies()).toEqual(['1', '1', '2', '1', '2'])
})

it('signs the exact bytes that it sends', async () => {
  const sender = new WebhookSender({
    sign: (body) => ({ 'x-signature': hmac(body, 'secret', { prefix: 'sha256=' }) }),
  })
  await sender.push({ url, body: '{"a":1}' })
  expect(got).toEqual([])
  expect(await sender.flush()).toMatchObject([{ attempt: 1, status: 200 }])
  expect(got).toEqual([{ body: '{"a":1}', signature: hmac('{"a":1}', 'secret', { prefix: 'sha256=' }) }])
})

it('encodes an HMAC as networks do', () => {
  // Test case 2 of RFC 4231.
  expect(hmac('what do ya want for nothing?', 'Jefe')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  expect(
    hmac('what do ya want for nothing?', 'Jefe', { algorithm: 'sha1', encoding: 'base64', prefix: 'sha1=' }),
  ).toBe('sha1=7/zfauXrL6LSdBbV8YTfnCWafHk=')
})

it('retries until a 2xx response, up to the maximum', async () => {
  const sender = new WebhookSender({ attempts: 3 })
  answers = [500, 503, 200]
  await sender.push({ url, body: 'a' })
  for (let times = 0; times < 3; times += 1) await sender.flush()
  expect([sender.waiting, sender.attempts.map(({ attempt, status }) => [attempt, status])]).toEqual([
    0,
    [
      [1, 500],
      [2, 503],
      [3, 200],
    ],
  ])
  answers = [500, 500, 500]
  await sender.push({ url, body: 'b' })
  for (let times = 0; times < 5; times += 1) await sender.flush()
  expect([sender.waiting, bodies()]).toEqual([0, ['a', 'a', 'a', 'b', 'b', 'b']])
})

it('sends duplicates, and in any order, on request', async () => {
  const sender = new WebhookSender()
  for (const body of ['a', 'b', 'c']) await sender.push({ url, body })
  await sender.flush({ order: [2, 0] })
  expect([bodies(), sender.waiting]).toEqual([['c', 'a'], 1])
  await sender.push({ url, body: new TextEncoder().encode('d') })
  await sender.flush({ order: 'REVERSED', copies: 2 })
  expect(bodies()).toEqual(['c', 'a', 'd', 'd', 'b', 'b'])
})

it('sends immediately and retries automatically if configured', async () => {
  answers = [500]
  const sender = new WebhookSender({ immediately: true, retrySeconds: [0.001] })
  await sender.push({ url, body: 'a' })
  expect(sender.attempts).toMatchObject([{ status: 500 }])
  while (sender.waiting > 0) await new Promise<void>((resolve) => void setImmediate(resolve))
  expect(bodies()).toEqual(['a', 'a'])
})

it('records a missing response, and stops when it is closed', async () => {
  const sender = new WebhookSender({ retrySeconds: [1000] })
  await sender.push({ url: 'http://127.0.0.1:1/', body: 'a' })
  expect(await sender.flush()).toMatchObject([{ status: null }])
  sender.close()
  expect(sender.waiting).toBe(0)
})
