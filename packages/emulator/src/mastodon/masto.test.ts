import { createOAuthAPIClient, createRestAPIClient, createStreamingAPIClient, type mastodon } from 'masto'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { samplePng } from '../framework/files/samples.js'
import { type Emulator, startEmulator } from '../start-emulator.js'
import { type MastodonModule, mastodonNetwork } from './module.js'

let emulator: Emulator<[MastodonModule]>
let url: string

beforeEach(async () => {
  emulator = await startEmulator({ networks: [mastodonNetwork()] })
  url = emulator.url('mastodon')
})
afterEach(() => emulator.close())

const signedIn = (person: string): mastodon.rest.Client =>
  createRestAPIClient({ url, accessToken: emulator.control.mastodon.signIn({ person }).accessToken })

it('signs masto in, from the registration of the app to the revoked token', async () => {
  const app = await createRestAPIClient({ url }).v1.apps.create({
    clientName: 'Masto',
    redirectUris: 'https://app.example/callback',
    scopes: 'read write push',
  })
  const page = new URL('/oauth/authorize', url)
  page.search = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId ?? '',
    redirect_uri: 'https://app.example/callback',
    scope: 'read write push',
  }).toString()
  const { location } = emulator.control.mastodon.approve({ url: page.href, person: 'ada' })
  const oauth = createOAuthAPIClient({ url })
  const token = await oauth.token.create({
    grantType: 'authorization_code',
    code: new URL(location).searchParams.get('code') ?? '',
    clientId: app.clientId ?? '',
    clientSecret: app.clientSecret ?? '',
    redirectUri: 'https://app.example/callback',
  })
  const me = await createRestAPIClient({
    url,
    accessToken: token.accessToken,
  }).v1.accounts.verifyCredentials()
  expect(me.acct).toBe('ada')
})

it('lets masto post a picture with text, read it, like it and delete it', async () => {
  const ada = signedIn('ada')
  const bea = signedIn('bea')
  const media = await ada.v2.media.create({
    file: new Blob([Uint8Array.from(samplePng())], { type: 'image/png' }),
    description: 'A violet field',
    skipPolling: true,
  })
  expect(media).toMatchObject({
    type: 'image',
    description: 'A violet field',
    meta: { original: { width: 64 } },
  })
  const status = await ada.v1.statuses.create({ status: 'Hello @bea #Cats', mediaIds: [media.id] })
  await bea.v1.statuses.$select(status.id).favourite()
  const seen = await bea.v1.statuses.$select(status.id).fetch()
  expect(seen).toMatchObject({ favourited: true, favouritesCount: 1, tags: [{ name: 'cats' }] })
  expect(seen.mediaAttachments).toHaveLength(1)
  const reported = await bea.v1.notifications.list()
  expect(reported.map(({ type }) => type)).toEqual(['mention'])
  await ada.v1.statuses.$select(status.id).remove()
  await expect(bea.v1.statuses.$select(status.id).fetch()).rejects.toMatchObject({ statusCode: 404 })
})

it('lets masto page through notifications forward without gaps', async () => {
  const ada = signedIn('ada')
  for (let index = 0; index < 7; index += 1)
    emulator.control.mastodon.mention({ by: 'bo', of: 'ada', text: `${index}` })
  const [oldest] = (await ada.v1.notifications.list()).slice(-1)
  const page = await ada.v1.notifications.list({ minId: oldest?.id ?? '', limit: 2 })
  expect(page.map(({ status }) => status?.content.replace(/<[^>]+>/g, ''))).toEqual(
    ['@bo 2', '@bo 1'].map((text) => text.replace('@bo', '@ada')),
  )
})

it('streams notifications to masto over a WebSocket, dropped and opened again', async () => {
  const { control } = emulator
  const streamingApiUrl = url.replace('http', 'ws')
  const { accessToken } = control.mastodon.signIn({ person: 'ada' })
  const streaming = createStreamingAPIClient({ streamingApiUrl, accessToken })
  onTestFinished(() => streaming.close())
  const reported: string[] = []
  const listening = (async () => {
    for await (const { event, payload, stream } of streaming.user.notification.subscribe()) {
      if (event !== 'notification') continue
      reported.push(
        `${stream.join()} ${payload.type} ${payload.status?.content.replace(/<[^>]+>/g, '') ?? ''}`,
      )
      if (reported.length === 1) control.mastodon.dropStreams({ how: 'CUT' })
      if (reported.length === 2) return
    }
  })()
  const isOpen = (times: number) =>
    vi.waitFor(() => expect(control.mastodon.streams()).toEqual({ open: 1, opened: times }), {
      timeout: 120_000,
    })
  await isOpen(1)
  control.mastodon.mention({ by: 'bo', of: 'ada', text: 'one' })
  await isOpen(2)
  control.mastodon.mention({ by: 'bo', of: 'ada', text: 'two' })
  await listening

  expect(reported).toEqual(['user:notification mention @ada one', 'user:notification mention @ada two'])
})
