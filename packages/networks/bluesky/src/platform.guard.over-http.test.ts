import {
  SocialClient,
  InMemoryStorage,
  Media,
  type TransportRequest,
  type TransportResponse,
} from '@social/core'
import { sampleMp4, samplePng, startEmulator } from '@social/emulator'
import { WITH_MESSAGES } from '@social/emulator/bluesky'
import { describe, expect, it } from 'vitest'

import { bluesky } from './platform.js'

/** Creates a transport that sends requests with Node's `fetch` and records them. */
function watchedTransport() {
  const seen: TransportRequest[] = []
  return {
    seen,
    async send(request: TransportRequest): Promise<TransportResponse> {
      seen.push(request)
      const { method, url, headers, body, signal } = request
      const chunks: Uint8Array[] = []
      if (body instanceof Uint8Array) chunks.push(body)
      // The bytes are copied, because a chunk is valid only until the next chunk is read.
      else if (body) for await (const chunk of body.open()) chunks.push(Uint8Array.from(chunk))
      const reply = await fetch(url, {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(body && { body: Buffer.concat(chunks) }),
      })
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: new Uint8Array(await reply.arrayBuffer()),
      }
    },
    close: () => Promise.resolve(),
  }
}

describe('every request of an account', () => {
  it('passes the address guard: sign-in, reads, writes, files, messages, refresh and sign-out', async () => {
    const emulator = await startEmulator({ networks: ['bluesky'] })
    const transport = watchedTransport()
    const platform = bluesky({ addresses: emulator.addresses('bluesky'), videoWaitSeconds: 0 })
    const storage = new InMemoryStorage()
    const client = new SocialClient({
      storage,
      transport,
      allowLoopback: true,
      platforms: { bluesky: platform },
    })
    const people = emulator.control.bluesky
    const redirectUri = 'https://app.example/callback'
    const step = await client.finishLogin('bluesky', {
      redirectUri,
      state: 's',
      callback: { handle: 'ada.bsky.test', app_password: WITH_MESSAGES },
    })
    if (step.step !== 'FINISHED') throw new Error('the sign-in did not finish')
    const account = client.accountOf('bluesky', step.connection.id)
    const bea = people.state().people.find(({ handle }) => handle === 'bea.bsky.test')?.did ?? ''

    await account.profile()
    const { id } = await account.post({
      text: 'hello @bea.bsky.test',
      media: [Media.fromBytes(samplePng(8, 8), { filename: 'a.png' })],
    })
    await account.post({ text: 'film', media: [Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4' })] })
    await account.reply(id, 'answer')
    await account.like(id)
    await account.unlike(id)
    await account.readPost(id)
    await account.readThread(id)
    await account.readLikes(id)
    people.like({ by: 'bea', on: id })
    const { marker } = await account.fetchUpdatesAfter(null)
    await account.markSeen(marker ?? '')
    const { conversationId } = await account.startConversation([bea], 'hi')
    await account.readConversations()
    await account.readMessages(conversationId)
    await account.sendMessage(conversationId, 'bye')
    await account.markRead(conversationId)
    await account.deletePost(id)
    const renewals: unknown[] = []
    for await (const renewal of client.renewDue([account.id], { withinSeconds: 1e6 })) renewals.push(renewal)
    await client.disconnect(account.id)

    const unguarded = transport.seen.filter(({ publicHostsOnly }) => publicHostsOnly !== true)
    expect(renewals).toMatchObject([{ outcome: 'RENEWED' }])
    expect(transport.seen.length).toBeGreaterThan(30)
    expect(unguarded.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    await client.close()
    await emulator.close()
  })
})
