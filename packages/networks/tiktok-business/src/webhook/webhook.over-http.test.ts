import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ConfigError, NotSupportedError, SignatureError, type Update } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { stopAppUpdates } from './index.js'

/** Starts a webhook endpoint that verifies requests and collects the updates. */
async function withReceiver() {
  const updates: Update[] = []
  const refused: unknown[] = []
  const prepared: { at?: Awaited<ReturnType<typeof usingEmulator>> } = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const headers = request.headers as Record<string, string> // safe cast: the emulated TikTok sends each header once
      const { at } = prepared
      if (!at) return
      at.client
        .checkSignature('tiktok_business', body, headers, { secret: at.appSecret })
        .then(() => updates.push(...at.client.readUpdates('tiktok_business', body, headers)))
        .catch((error: unknown) => refused.push(error))
        .finally(() => response.end('ok'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // safe cast: a server that listens on TCP has an `AddressInfo`
  const at = await usingEmulator({
    server: { pushImmediately: true },
    platform: { webhooks: true, webhookUrl: `http://127.0.0.1:${port}/` },
  })
  prepared.at = at
  const close = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    updates,
    refused,
    async [Symbol.asyncDispose]() {
      await close()
      server.close()
    },
  })
}

describe('pushed comments', () => {
  it('arrive with the same id as in polling, for the account they belong to', async () => {
    await using at = await withReceiver()
    const ada = await at.signIn()
    await ada.startUpdates()
    const { id: video } = at.network.addVideo({ person: 'ada' })
    at.network.comment({ by: 'bo', video, text: 'Hello' })
    await at.network.deliverEvents()

    const polled = await ada.fetchUpdates()
    expect(at.refused).toEqual([])
    expect(at.updates).toMatchObject([
      { kind: 'COMMENT_CREATED', connectionId: ada.id, aboutPostId: video, id: polled[0]?.id },
    ])
    // An id of 19 digits must keep all digits.
    expect(String(at.updates[0]?.raw['comment_id'])).toBe(polled[0]?.id)
  })

  it('can be answered and hidden like polled comments', async () => {
    await using at = await withReceiver()
    const ada = await at.signIn()
    await ada.startUpdates()
    const { id: video } = at.network.addVideo({ person: 'ada' })
    const { id } = at.network.comment({ by: 'bo', video, text: 'Hello' })
    await at.network.deliverEvents()
    const [update] = at.updates
    if (!update) throw new Error('nothing was pushed')

    await ada.replyToUpdate(update, 'Hi')
    await ada.setCommentVisibility(update)

    expect(at.network.state().comments.map(({ parentId }) => parentId)).toContain(id)
  })

  it('report deleted and hidden comments, each with a different id', async () => {
    await using at = await withReceiver()
    const ada = await at.signIn()
    await ada.startUpdates()
    const { id: video } = at.network.addVideo({ person: 'ada' })
    const { id } = at.network.comment({ by: 'bo', video, text: 'Hello' })
    const [polled] = await ada.fetchUpdates()
    if (!polled) throw new Error('no update')
    await ada.setCommentVisibility(polled)
    at.network.deleteComment({ id })
    await at.network.deliverEvents()

    expect(at.updates.map(({ kind, kindName }) => [kind, kindName])).toEqual([
      ['COMMENT_CREATED', 'COMMENT_CREATED'],
      ['UNKNOWN', 'set_to_hidden'],
      ['COMMENT_DELETED', 'COMMENT_DELETED'],
    ])
    expect(new Set(at.updates.map((update) => update.id)).size).toBe(3)
  })

  it('report that the person revoked access', async () => {
    await using at = await withReceiver()
    const ada = await at.signIn()
    await ada.startUpdates()
    at.network.removeAccess({ person: 'ada' })
    await at.network.deliverEvents()
    expect(at.updates).toMatchObject([
      { kind: 'CONNECTION_REVOKED', kindName: 'authorization.removed', connectionId: ada.id },
    ])
  })

  it('are stopped only for the whole app', async () => {
    await using at = await withReceiver()
    const ada = await at.signIn()
    await ada.startUpdates({ kinds: ['COMMENT'] })
    expect(at.network.state().webhooks).toHaveLength(1)
    await expect(ada.stopUpdates()).rejects.toThrow(NotSupportedError)
    await ada.run(stopAppUpdates)
    expect(at.network.state().webhooks).toEqual([])
  })

  it('require webhookUrl, and accept no other kind', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    await expect(ada.startUpdates()).rejects.toThrow('webhookUrl')
    await expect(ada.startUpdates({ kinds: ['VIDEO'] })).rejects.toThrow(ConfigError)
    expect(at.requests()).toEqual([])
  })

  it.each([
    ['another secret', { secret: 'another' }],
    ['no secret', { secret: [] }],
  ])('are refused with %s', async (_what, options) => {
    await using at = await usingEmulator()
    const body = new TextEncoder().encode('{}')
    const headers = { 'tiktok-signature': 't=1795262400,s=00' }
    await expect(at.client.checkSignature('tiktok_business', body, headers, options)).rejects.toThrow(
      SignatureError,
    )
  })
})
