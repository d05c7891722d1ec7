import { Agent, request } from 'undici'

import { bodyOf, receive } from '../framework/bodies/body.js'
import { defineNetwork } from '../framework/module.js'
import { operation } from '../framework/control/operations.js'
import { Router } from '../framework/router.js'
import { startEmulator } from '../start-emulator.js'

/** State of the toy network: the number of effects and the received uploads. */
export interface ToyState {
  effects: number
  uploads: { bytes: number; sum: string | null }[]
}

/**
 * Creates a minimal network for tests. Its routes cover an effect, an upload, a refused upload, a
 * crash, an event stream and an empty response.
 */
export function toyNetwork<const N extends string>(name: N, state: ToyState = { effects: 0, uploads: [] }) {
  return defineNetwork({
    name,
    addresses: (origin) => ({ api: `${origin}/api`, upload: `${origin}/upload` }),
    open({ effects }) {
      const router = new Router()
        .on('POST /api/effect', () => {
          state.effects += 1
          effects.add({ account: 'ada', kind: 'POST', id: String(state.effects), content: { b: 1, a: [2] } })
          return Response.json({ effects: state.effects, padding: 'x'.repeat(1000) })
        })
        .on('PUT /upload/:id', async ({ request: one }) => {
          const upload = { bytes: 0, sum: null as string | null }
          state.uploads.push(upload)
          const onBytes = (bytes: number): void => void (upload.bytes = bytes)
          upload.sum = (await receive(bodyOf(one), { onBytes })).sum
          return Response.json(upload)
        })
        .on('PUT /refused', () => new Response('Too big', { status: 413 }))
        .on('GET /crash', () => {
          throw new Error('a mistake')
        })
        .on('GET /events', () => new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }))
        .on('GET /empty', () => new Response(null, { status: 204 }))
      return {
        handler: async (one: Request) => (await router.handle(one)) ?? new Response('Nothing', { status: 404 }),
        accountOf: (one: Request) => one.headers.get('x-account'),
        operations: { reset: operation({ does: 'Resets.', takes: {}, run: () => void (state.effects = 0) }) },
      }
    },
  })
}

/** Matches the errors that an HTTP client reports for a broken connection. */
export const CONNECTION_LOST = /other side closed|ECONNRESET|EPIPE|aborted/

/** Yields a body of zeros with the given number of 64 KiB chunks. */
export async function* zeros(chunks: number): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.alloc(65_536)
  for (let index = 0; index < chunks; index += 1) yield chunk
}

/** Starts the toy network on loopback. Returns its state and an HTTP client. */
export async function startToy() {
  const state: ToyState = { effects: 0, uploads: [] }
  const emulator = await startEmulator({ networks: [toyNetwork('toy', state)] })
  const agent = new Agent({ allowH2: false })
  const url = emulator.url('toy')
  const send = async (path: string, options: Partial<Parameters<typeof request>[1]> = {}) => {
    const { statusCode, headers, body } = await request(url + path, { dispatcher: agent, ...options })
    return { status: statusCode, headers, text: await body.text() }
  }
  return {
    state,
    emulator,
    url,
    agent,
    port: Number(emulator.host('toy').split(':')[1]),
    faults: emulator.faults('toy'),
    send,
    effect: () => send('/api/effect', { method: 'POST' }),
    requests: () => emulator.requests('toy'),
    counts: () => emulator.counts('toy'),
    async close() {
      await agent.destroy()
      await emulator.close()
    },
  }
}
