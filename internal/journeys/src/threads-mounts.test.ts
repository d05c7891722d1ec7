import { AppCredentials, Dispatcher, InMemoryStorage, SocialClient, type Update } from '@social/core'
import { startEmulator } from '@social/emulator'
import { threads } from '@social/threads'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { type MountName, MOUNT_NAMES, MOUNTS } from './mounts.js'

const PREFIX = '/social'
const startNetwork = () => startEmulator({ networks: ['threads'], clock: { now: () => new Date() } })

let emulator: Awaited<ReturnType<typeof startNetwork>>
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  emulator = await startNetwork()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await emulator.close()
})

/** An application with the routes mounted, whose dashboard at Threads knows them. */
async function anApplication(name: MountName) {
  const network = emulator.control.threads
  const { appId, appSecret } = network.app()
  const app = new AppCredentials({ platform: 'threads', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { threads: threads({ addresses: emulator.addresses('threads') }) },
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
      secrets: { threads: appSecret },
      setupTokens: { threads: 'a text of our own' },
      deliver: dispatcher.deliver,
    },
  })
  open.push(mounted, client)
  const webhook = `${mounted.origin}${PREFIX}/webhooks/threads`
  network.setApp({ deauthorizeUrl: `${webhook}/deauthorize`, deletionUrl: `${webhook}/data-deletion` })
  return { client, handled, mounted, network, webhook }
}

/** Signs Ada in through the routes; gives the id of the connection. */
async function signIn({ mounted, network }: Awaited<ReturnType<typeof anApplication>>): Promise<string> {
  const { origin } = mounted
  const asked = await fetch(`${origin}${PREFIX}/connect/threads?state=mine`, { redirect: 'manual' })
  const { location } = network.approve({ url: asked.headers.get('location') ?? '', account: 'adascakes' })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { pathname, search } = new URL(location ?? '')
  const answer = await fetch(origin + pathname + search, { headers: { cookie } })
  const connected = (await answer.json()) as Record<string, unknown> // what the routes answer
  expect(connected).toMatchObject({ step: 'connected', platform: 'threads', state: 'mine' })
  return String(connected['connection_id'])
}

it.each(MOUNT_NAMES)('Threads over %s: what it pushes arrives once, and is answered', async (name) => {
  const application = await anApplication(name)
  const { client, handled, network, webhook } = application
  const id = await signIn(application)
  expect(await network.setUpWebhook({ url: webhook, verifyToken: 'a text of our own' })).toMatchObject({
    accepted: true,
  })
  const account = client.accountOf('threads', id)
  const { id: postId } = await account.post({ text: 'Bread' })
  network.post({ by: 'zoe', replyTo: postId, text: 'Café / yes' })
  const attempts = await network.deliverEvents({ copies: 2 })
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]))
  const replies = handled.filter(({ kind }) => kind === 'COMMENT_CREATED')
  expect(replies).toMatchObject([{ connectionId: id, aboutPostId: postId, raw: { text: 'Café / yes' } }])
  for (const reply of replies) {
    await account.replyToUpdate(reply, 'Thank you')
    await account.setCommentVisibility(reply)
  }
  expect(network.state().posts.map(({ text, hidden }) => [text, hidden])).toEqual([
    ['Bread', false],
    ['Café / yes', true],
    ['Thank you', true],
  ])
})

it.each(MOUNT_NAMES)('Threads over %s: people who leave are told of, and get a page', async (name) => {
  const application = await anApplication(name)
  const { handled, mounted, network } = application
  const id = await signIn(application)
  const { status, body } = await network.requestDeletion({ person: 'adascakes' })
  expect(status).toBe(200)
  const { url, confirmation_code: code } = body as { url: string; confirmation_code: string } // what was answered
  const page = await fetch(url.replace('https://tunnel.example', mounted.origin))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain(code)
  expect(await network.removeApp({ person: 'adascakes' })).toMatchObject({ status: 200 })
  expect(handled.map(({ kind, connectionId }) => [kind, connectionId])).toEqual([
    ['DATA_DELETION_REQUESTED', id],
    ['CONNECTION_REVOKED', id],
  ])
  network.setApp({ appSecret: 'forged' })
  expect(await network.requestDeletion({ person: 'adascakes' })).toMatchObject({ status: 401 })
})
