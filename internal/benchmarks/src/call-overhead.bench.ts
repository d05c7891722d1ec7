import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { Connection, InMemoryStorage, SocialClient } from '@social/core'
import { checkPost, definePlatform, makeLimits, makePostResult } from '@social/core/platform'
import { Agent, request } from 'undici'
import * as v from 'valibot'

import { compareCpu } from './cpu.js'
import type { Bench, Row } from './row.js'

const EXTENT = { calls: 2000, rounds: 25 }

const statusReply = v.object({ id: v.string(), url: v.nullish(v.string()), content: v.string() })

const FEATURES = new Set(['POST_TEXT'] as const)
const FINISH = { data: {} }
const LIMITS = makeLimits({ maxTextLength: 500, maxImages: 4 })

/** A network with one request per post, so that what is measured is the core and nothing else. */
function plain(origin: string) {
  return definePlatform({
    name: 'plain',
    displayName: 'Plain',
    developerPortal: null,
    features: ['POST_TEXT'],
    origins: () => [origin],
    apiBase: () => origin,
    authHeaders: ({ token }) => ({ authorization: `Bearer ${token.accessToken}` }),
    readError: () => null,
    renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: false }),
    limits: async () => LIMITS,
    startLogin: () => Promise.reject(new Error('not measured')),
    finishLogin: () => Promise.reject(new Error('not measured')),
    refresh: async (call) => call.connection.token,
    postOptions: v.strictObject({ visibility: v.optional(v.string()) }),
    async publish(post, call) {
      const { text } = post
      checkPost(post, { platform: { name: 'plain', features: FEATURES }, limits: LIMITS })
      const status = await call.http.post('/api/v1/statuses', statusReply, {
        json: { status: text },
        retry: 'never',
        finish: FINISH,
      })
      return makePostResult({ id: status.id, url: status.url ?? null })
    },
  })
}

/** One post of a text with everything on, against one bare request with the same bytes. */
export const bench: Bench = {
  name: 'Call overhead',
  async run(): Promise<readonly Row[]> {
    const server = fork(fileURLToPath(new URL('./call-server.js', import.meta.url)))
    const [address] = (await once(server, 'message')) as [AddressInfo] // what call-server.ts sends
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
          { ...EXTENT, atOnce: 50 },
          [{ what: 'post of a text, 50 at once', work: post, most: 1.25 }],
          reference,
        )),
        ...(await compareCpu(
          { ...EXTENT, atOnce: 1 },
          [{ what: 'post of a text, one at a time', work: post, most: 1.3 }],
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
