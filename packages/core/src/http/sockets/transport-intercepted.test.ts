import { setupNetwork } from '@social-internal/intercept'
import { http, HttpResponse } from 'msw'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Transport } from '../types.js'
import { aTransportRequest } from './__fixtures__/loopback.js'
import { undiciTransport } from './transport.js'

const network = setupNetwork(
  http.post('https://api.example/v1/upload', async ({ request }) =>
    HttpResponse.json({ bytes: (await request.arrayBuffer()).byteLength, host: request.headers.get('host') }),
  ),
)
let transport: Transport

beforeAll(() => {
  network.listen()
  transport = undiciTransport()
})
afterAll(async () => {
  await transport.close()
  network.close()
})

it('works with intercepted URLs in tests, including uploads over https', async () => {
  const body = {
    length: 200_000,
    async *open() {
      for (let round = 0; round < 2; round += 1) yield new Uint8Array(100_000)
    },
  }
  const reply = await transport.send(
    aTransportRequest({ method: 'POST', url: 'https://api.example/v1/upload?x=1', body }),
  )
  expect(reply.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(JSON.parse(Buffer.from(reply.body).toString())).toEqual({ bytes: 200_000, host: 'api.example' })
})
