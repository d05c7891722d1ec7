import { AppCredentials, Dispatcher, InMemoryStorage, SocialClient, type Update } from '@social/core'
import { startEmulator } from '@social/emulator'
import { tiktok } from '@social/tiktok'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { MOUNT_NAMES, MOUNTS } from './mounts.js'

const PREFIX = '/social'
const startNetwork = () => startEmulator({ networks: ['tiktok'], clock: { now: () => new Date() } })

let emulator: Awaited<ReturnType<typeof startNetwork>>
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  emulator = await startNetwork()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await emulator.close()
})

it.each(MOUNT_NAMES)('TikTok signs somebody in over %s, and what it pushes arrives once', async (name) => {
  const network = emulator.control.tiktok
  const { clientKey, clientSecret } = network.app()
  const app = new AppCredentials({ platform: 'tiktok', clientId: clientKey, clientSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { tiktok: tiktok({ addresses: emulator.addresses('tiktok') }) },
    allowLoopback: true,
  })
  const handled: Update[] = []
  const dispatcher = new Dispatcher({ seen: client.seenUpdates })
  dispatcher.onAny((update) => void handled.push(update))
  const mounted = await MOUNTS[name]({
    client,
    prefix: PREFIX,
    options: {
      redirectUri: `https://tunnel.example${PREFIX}/callback/{platform}`,
      scopes: { tiktok: ['user.info.basic', 'video.upload'] },
      secrets: { tiktok: clientSecret },
      deliver: dispatcher.deliver,
    },
  })
  open.push(mounted, client)
  network.setWebhook({ url: `${mounted.origin}${PREFIX}/webhooks/tiktok` })

  const asked = await fetch(`${mounted.origin}${PREFIX}/connect/tiktok?state=mine`, { redirect: 'manual' })
  const url = asked.headers.get('location') ?? ''
  expect(new URL(url).searchParams.get('scope')).toBe('user.info.basic,video.upload')
  const { location } = network.approve({ url, person: 'ada' })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { pathname, search } = new URL(location)
  const connected = await fetch(mounted.origin + pathname + search, { headers: { cookie } })
  const { connection_id: id, ...rest } = (await connected.json()) as Record<string, unknown> // what the routes answer
  expect(rest).toMatchObject({ step: 'connected', platform: 'tiktok', state: 'mine' })

  network.pushEvent({ event: 'something.new', person: 'ada' })
  const attempts = await network.deliverEvents({ copies: 2 })
  expect(attempts.map(({ status }) => status)).toEqual([200, 200])
  expect(handled).toMatchObject([{ kind: 'UNKNOWN', kindName: 'something.new', connectionId: id }])
})
