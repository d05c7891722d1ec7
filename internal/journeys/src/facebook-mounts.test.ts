import { AppCredentials, Dispatcher, InMemoryStorage, SocialClient, type Update } from '@social/core'
import { startEmulator } from '@social/emulator'
import { facebook } from '@social/facebook'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { type MountName, MOUNT_NAMES, MOUNTS } from './mounts.js'

const PREFIX = '/social'
const startNetwork = () => startEmulator({ networks: ['facebook'], clock: { now: () => new Date() } })

let emulator: Awaited<ReturnType<typeof startNetwork>>
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  emulator = await startNetwork()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await emulator.close()
})

/** An application with the routes mounted, whose dashboard at Facebook knows them. */
async function anApplication(name: MountName) {
  const network = emulator.control.facebook
  const { appId, appSecret } = network.app()
  const app = new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { facebook: facebook({ addresses: emulator.addresses('facebook') }) },
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
      scopes: {
        facebook: ['pages_show_list', 'pages_manage_metadata', 'pages_read_engagement', 'pages_manage_posts'],
      },
      secrets: { facebook: appSecret },
      setupTokens: { facebook: 'a text of our own' },
      deliver: dispatcher.deliver,
      resolveConnection: () => `facebook:${network.state().pages[0]?.id}`,
    },
  })
  open.push(mounted, client)
  const webhook = `${mounted.origin}${PREFIX}/webhooks/facebook`
  network.setApp({ deauthorizeUrl: `${webhook}/deauthorize`, deletionUrl: `${webhook}/data-deletion` })
  return { client, handled, mounted, network, webhook }
}

type Application = Awaited<ReturnType<typeof anApplication>>

/** Signs Ada in through the pages and picks her first page; gives the id of the connection. */
async function signIn({ mounted, network }: Application): Promise<string> {
  const { origin } = mounted
  const asked = await fetch(`${origin}${PREFIX}/connect/facebook?state=mine`, { redirect: 'manual' })
  const { location } = network.approve({ url: asked.headers.get('location') ?? '', person: 'Ada' })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { pathname, search } = new URL(location ?? '')
  const choice = await fetch(origin + pathname + search, { headers: { cookie } })
  // What the routes answer.
  const { step, state, options } = (await choice.json()) as {
    step: string
    state: string
    options: { id: string; name: string; kind: string }[]
  }
  expect([step, options.map(({ name, kind }) => [name, kind])]).toEqual([
    'choose_account',
    [
      ["Ada's Cakes", 'page'],
      ["Ada's Flowers", 'page'],
    ],
  ])
  const body = new URLSearchParams({ state, account_id: options[0]?.id ?? '' })
  const chosen = await fetch(`${origin}${PREFIX}/choose/facebook`, {
    method: 'POST',
    body,
    headers: { cookie },
  })
  const connected = (await chosen.json()) as Record<string, unknown> // what the routes answer
  expect(connected).toMatchObject({ step: 'connected', platform: 'facebook', state: 'mine' })
  return String(connected['connection_id'])
}

it.each(MOUNT_NAMES)('Facebook over %s: a page is picked, and what it pushes arrives once', async (name) => {
  const application = await anApplication(name)
  const { client, handled, network, webhook } = application
  const id = await signIn(application)
  expect(await network.setUpWebhook({ url: webhook, verifyToken: 'a text of our own' })).toMatchObject({
    accepted: true,
  })
  const page = client.accountOf('facebook', id)
  await page.startUpdates()
  const { id: postId } = await page.post({ text: 'Bread' })
  network.comment({ by: 'Bo', on: postId, text: 'Café / yes' })
  const attempts = await network.deliverEvents({ copies: 2 })
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]))
  expect(handled.filter(({ kind }) => kind === 'COMMENT_CREATED')).toMatchObject([
    { connectionId: id, aboutPostId: postId, raw: { message: 'Café / yes' } },
  ])
})

it.each(MOUNT_NAMES)('Facebook over %s: people who leave are told of, and get a page', async (name) => {
  const application = await anApplication(name)
  const { handled, mounted, network } = application
  const id = await signIn(application)
  const { status, body } = await network.requestDeletion({ person: 'Ada' })
  expect(status).toBe(200)
  const { url, confirmation_code: code } = body as { url: string; confirmation_code: string } // what was answered
  const page = await fetch(url.replace('https://tunnel.example', mounted.origin))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain(code)
  expect(await network.removeApp({ person: 'Ada' })).toMatchObject({ status: 200 })
  expect(handled.map(({ kind, connectionId }) => [kind, connectionId])).toEqual([
    ['DATA_DELETION_REQUESTED', id],
    ['CONNECTION_REVOKED', id],
  ])
  network.setApp({ appSecret: 'forged' })
  expect(await network.requestDeletion({ person: 'Ada' })).toMatchObject({ status: 401 })
})
