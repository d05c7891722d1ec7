import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { AtpAgent } from '@atproto/api'
import { bluesky } from '@social/bluesky'
import { Connection, InMemoryStorage, SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { createRestAPIClient } from 'masto'
import { Agent, request } from 'undici'

import { compareCpu, type Work } from './measuring/cpu.js'
import type { Bench, Row } from './measuring/row.js'

const EXTENT = { concurrency: 50, calls: 500, rounds: 100 }
/** Maximum cost of a post through a published network package, as a ratio to a bare request. */
const MAX_RATIO = 1.6

const TEXT = 'Good morning'
const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'

const token = () => ({
  accessToken: 'secret',
  refreshToken: 'secret',
  expiresAt: new Date(Date.now() + 86_400_000),
})

/** Returns a function that sends a bare request with the same content as the post. */
function bare(url: string, contentType: string, body: string, dispatcher: Agent): Work {
  const headers = { authorization: 'Bearer secret', 'content-type': contentType, 'idempotency-key': 'k' }
  return async () => (await request(url, { method: 'POST', headers, body, dispatcher })).body.json()
}

/** Measures a text post to Mastodon with this library, with `masto`, and as a bare request. */
async function postsToMastodon(client: SocialClient, host: string, agent: Agent): Promise<readonly Row[]> {
  const masto = createRestAPIClient({ url: `http://${host}`, accessToken: 'secret' })
  const account = `mastodon:${host}:1`
  return compareCpu(
    EXTENT,
    [
      {
        what: '@social/mastodon, concurrency 50',
        work: () => client.account(account).post({ text: TEXT }),
        max: MAX_RATIO,
      },
      { what: 'masto, concurrency 50', work: () => masto.v1.statuses.create({ status: TEXT }) },
    ],
    {
      name: 'undici.request',
      work: bare(
        `http://${host}/api/v1/statuses`,
        'application/x-www-form-urlencoded',
        'status=Good+morning',
        agent,
      ),
    },
  )
}

/**
 * Measures a text post to Bluesky with this library, with its official client, and as a bare
 * request.
 */
async function postsToBluesky(client: SocialClient, host: string, agent: Agent): Promise<readonly Row[]> {
  const official = new AtpAgent({ service: `http://${host}` })
  await official.resumeSession({
    did: DID,
    handle: 'ada.test',
    accessJwt: 'secret',
    refreshJwt: 'secret',
    active: true,
  })
  const record = { $type: 'app.bsky.feed.post', text: TEXT, createdAt: new Date().toISOString() }
  const body = JSON.stringify({ repo: DID, collection: 'app.bsky.feed.post', rkey: '3n2stmcv3z22a', record })
  return compareCpu(
    EXTENT,
    [
      {
        what: '@social/bluesky, concurrency 50',
        work: () => client.account(`bluesky:${DID}`).post({ text: TEXT }),
        max: MAX_RATIO,
      },
      { what: '@atproto/api, concurrency 50', work: () => official.post({ text: TEXT }) },
    ],
    {
      name: 'undici.request',
      work: bare(`http://${host}/xrpc/com.atproto.repo.createRecord`, 'application/json', body, agent),
    },
  )
}

/**
 * Measures a text post through published network packages, compared with popular client libraries.
 */
export const bench: Bench = {
  name: 'Posts through networks',
  async run(): Promise<readonly Row[]> {
    const server = fork(fileURLToPath(new URL('./call-server.js', import.meta.url)))
    const [{ port }] = (await once(server, 'message')) as [AddressInfo] // safe cast: call-server.ts sends only its address
    const host = `127.0.0.1:${port}`
    const storage = new InMemoryStorage()
    await storage.saveConnection(
      new Connection({
        platform: 'mastodon',
        host,
        accountId: `${host}:1`,
        accountName: 'Ada',
        token: token(),
        extra: { serverAccountId: '1' },
      }),
    )
    await storage.saveConnection(
      new Connection({ platform: 'bluesky', host, accountId: DID, accountName: 'Ada', token: token() }),
    )
    const client = new SocialClient({
      storage,
      platforms: { mastodon: mastodon(), bluesky: bluesky() },
      allowLoopback: true,
    })
    const agent = new Agent({ allowH2: false })
    try {
      return [...(await postsToMastodon(client, host, agent)), ...(await postsToBluesky(client, host, agent))]
    } finally {
      await client.close()
      await agent.close()
      server.disconnect()
    }
  },
}
