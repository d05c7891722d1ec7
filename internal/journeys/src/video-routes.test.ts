import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { videoRoutes } from '@social-examples/express/videos'
import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import { AppCredentials, Connection, InMemoryStorage, SocialClient } from '@social/core'
import { sampleMp4, startEmulator } from '@social/emulator'
import { tiktok } from '@social/tiktok'
import { youtube } from '@social/youtube'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const REDIRECT_URI = 'https://app.example/callback/tiktok'

async function start() {
  const emulator = await startEmulator({ networks: ['youtube', 'tiktok'] })
  const storage = new InMemoryStorage()
  const social = new SocialClient({
    storage,
    platforms: {
      youtube: youtube({ addresses: emulator.addresses('youtube') }),
      tiktok: tiktok({ addresses: emulator.addresses('tiktok') }),
    },
    allowLoopback: true,
  })
  const folder = await mkdtemp(join(tmpdir(), 'social-videos-'))
  await writeFile(join(folder, 'clip.mp4'), sampleMp4())
  const server = express().use(videoRoutes(social, folder)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // safe cast: a listening TCP server has an address of this type
  return {
    emulator,
    storage,
    social,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      await social.close()
      await emulator.close()
      await rm(folder, { recursive: true })
    },
  }
}

let at: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  at = await start()
})
afterEach(() => at.stop())

const closing = { connection: 'close' }

async function send(
  path: string,
  body: URLSearchParams | object,
): Promise<{ status: number; body: unknown }> {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(at.origin + path, {
    method: 'POST',
    headers: {
      ...closing,
      'accept-language': 'de-AT, en;q=0.5',
      ...(!isForm && { 'content-type': 'application/json' }),
      'idempotency-key': 'draft-1',
    },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function query(path: string): Promise<unknown> {
  return (await fetch(at.origin + path, { headers: closing })).json()
}

describe('the routes of an application that uploads videos', () => {
  it('upload one to YouTube once, and report its state', async () => {
    const { clientId, clientSecret, channelId, scopes, ...token } = at.emulator.control.youtube.signIn({
      person: 'Ada',
    })
    await at.storage.saveApp(new AppCredentials({ platform: 'youtube', clientId, clientSecret }))
    const { accessToken, refreshToken, expiresAt } = token
    const connection = new Connection({
      platform: 'youtube',
      accountId: String(channelId),
      accountName: 'Ada',
      token: { accessToken, refreshToken, expiresAt },
      scopes,
    })
    await at.storage.saveConnection(connection)
    const fields = {
      connection_id: connection.id,
      path: '../../clip.mp4',
      title: 'Bread',
      privacy_status: 'unlisted',
    }

    expect(await send('/shorts', new URLSearchParams(fields))).toEqual({
      status: 400,
      body: { error: 'Gib an, ob das Video speziell für Kinder ist.' },
    })
    const form = new URLSearchParams({ ...fields, made_for_kids: 'no' })
    const sent = await send('/shorts', form)
    const video = {
      video_id: expect.any(String),
      url: expect.stringContaining('youtu'),
      state: expect.any(String),
    }
    expect(sent).toEqual({ status: 201, body: video })
    expect(await send('/shorts', form)).toEqual(sent)
    const { videos } = at.emulator.control.youtube.state()
    expect(videos.map(({ title, privacyStatus }) => [title, privacyStatus])).toEqual([['Bread', 'unlisted']])
    expect(await query(`/shorts/${connection.id}/${videos[0]?.id}`)).toEqual({
      state: expect.any(String),
      url: expect.stringContaining(String(videos[0]?.id)),
    })

    const reason = 'quotaExceeded'
    const error = { code: 403, message: 'Used up.', errors: [{ reason, domain: 'youtube.quota' }] }
    at.emulator.faults('youtube').add({ fault: 'status', status: 403, body: { error } })
    const state = await fetch(`${at.origin}/shorts/${connection.id}/${videos[0]?.id}`, { headers: closing })
    expect([state.status, await state.json()]).toEqual([
      429,
      { error: expect.any(String), advice: expect.stringContaining('Do not retry today') },
    ])
  })

  it('upload one to TikTok, and report its state', async () => {
    const { control } = at.emulator
    const { clientKey, clientSecret } = control.tiktok.app()
    await at.storage.saveApp(new AppCredentials({ platform: 'tiktok', clientId: clientKey, clientSecret }))
    const approve = (url: string) => control.tiktok.approve({ url, person: 'ada' })
    const { id } = connectionFrom(
      await walkThroughSignIn(at.social, 'tiktok', { redirectUri: REDIRECT_URI, scopes: [], approve }),
    )
    const fields = { connection_id: id, path: 'clip.mp4', send_to: 'profile', caption: 'Bread' }
    const sent = await send('/uploads', { ...fields, privacy_level: 'SELF_ONLY' })
    expect(sent).toEqual({ status: 201, body: { publish_id: expect.any(String), state: expect.any(String) } })
    const { publish_id } = sent.body as { readonly publish_id: string } // safe cast: the assertion above checks the body
    expect(await query(`/uploads/${id}/${publish_id}`)).toMatchObject({ state: expect.any(String) })
  })
})
