import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { Connection, InMemoryStorage, SocialClient } from '@social/core'
import { Agent, request } from 'undici'

import { compareCpu } from './measuring/cpu.js'
import type { Bench, Row } from './measuring/row.js'
import { plain } from './plain-network.js'

const EXTENT = { calls: 500, rounds: 200 }

/**
 * Measures a text post with all features of the library, compared with one bare request of the
 * same bytes.
 */
export const bench: Bench = {
  name: 'Call overhead',
  async run(): Promise<readonly Row[]> {
    const server = fork(fileURLToPath(new URL('./call-server.js', import.meta.url)))
    const [address] = (await once(server, 'message')) as [AddressInfo] // safe cast: call-server.ts sends only its address
    const origin = `http://127.0.0.1:${address.port}`
    const storage = new InMemoryStorage()
    const token = {
      accessToken: 'secret',
      refreshToken: 'secret',
      expiresAt: new Date(Date.now() + 86_400_000),
    }
    await storage.saveConnection(
      new Connection({ platform: 'plain', accountId: '1', accountName: 'Ada', token }),
    )
    const client = new SocialClient({ storage, platforms: { plain: plain(origin) }, allowLoopback: true })
    const agent = new Agent({ allowH2: false })
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' }
    const body = JSON.stringify({ status: 'Good morning' })
    const post = () => client.account('plain:1').post({ text: 'Good morning' })
    const bare = async () => {
      const reply = await request(`${origin}/api/v1/statuses`, {
        method: 'POST',
        headers,
        body,
        dispatcher: agent,
      })
      return reply.body.json()
    }
    const reference = { name: 'undici.request', work: bare }
    try {
      return [
        ...(await compareCpu(
          { ...EXTENT, concurrency: 50 },
          [{ what: 'post of a text, concurrency 50', work: post, max: 1.25 }],
          reference,
        )),
        ...(await compareCpu(
          { ...EXTENT, concurrency: 1 },
          [{ what: 'post of a text, concurrency 1', work: post, max: 1.3 }],
          reference,
        )),
      ]
    } finally {
      await client.close()
      await agent.close()
      server.disconnect()
    }
  },
}
