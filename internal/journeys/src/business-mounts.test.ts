import { AppCredentials, Dispatcher, InMemoryStorage, SocialClient, type Update } from '@social/core'
import { startEmulator } from '@social/emulator'
import { googleBusiness, googleKeys } from '@social/google-business'
import { tiktokBusiness } from '@social/tiktok-business'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { type MountName, MOUNT_NAMES, MOUNTS } from './mounts.js'

const PREFIX = '/social'
/** TikTok Business wants the slash at the end. */
const REDIRECT_URI = `https://tunnel.example${PREFIX}/callback/{platform}/`
const startNetworks = () =>
  startEmulator({ networks: ['google_business', 'tiktok_business'], clock: { now: () => new Date() } })

let emulator: Awaited<ReturnType<typeof startNetworks>>
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  emulator = await startNetworks()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await emulator.close()
})

/** An application with the routes mounted, for both networks. */
async function anApplication(name: MountName) {
  const { google_business: google, tiktok_business: tiktok } = emulator.control
  const { appId, appSecret } = tiktok.app()
  const ours = google.createClient({ redirectUris: [REDIRECT_URI.replace('{platform}', 'google_business')] })
  const apps = [
    new AppCredentials({ platform: 'google_business', ...ours }),
    new AppCredentials({ platform: 'tiktok_business', clientId: appId, clientSecret: appSecret }),
  ]
  const { keys, notifications: _notifications, ...addresses } = emulator.addresses('google_business')
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps }),
    platforms: {
      google_business: googleBusiness({ addresses }),
      tiktok_business: tiktokBusiness({
        addresses: emulator.addresses('tiktok_business'),
        webhooks: true,
      }),
    },
    allowLoopback: true,
  })
  const handled: Update[] = []
  const dispatcher = new Dispatcher({ seen: client.seenUpdates })
  dispatcher.onAny((update) => void handled.push(update))
  const audience = 'https://tunnel.example/reviews'
  const mounted = await MOUNTS[name]({
    client,
    prefix: PREFIX,
    options: {
      redirectUri: REDIRECT_URI,
      secrets: {
        google_business: googleKeys({
          audience,
          serviceAccount: 'push@p1.iam.gserviceaccount.com',
          address: keys,
          allowLoopback: true,
        }),
        tiktok_business: appSecret,
      },
      deliver: dispatcher.deliver,
    },
  })
  open.push(mounted, client)
  return { client, handled, mounted, google, tiktok, audience }
}

type Application = Awaited<ReturnType<typeof anApplication>>

/** Signs Ada in through the routes, up to what they answer. */
async function signIn(
  { mounted }: Application,
  platform: string,
  approve: (url: string) => string,
): Promise<{ readonly answer: Record<string, unknown>; readonly cookie: string }> {
  const asked = await fetch(`${mounted.origin}${PREFIX}/connect/${platform}`, { redirect: 'manual' })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { pathname, search } = new URL(approve(asked.headers.get('location') ?? ''))
  const answer = await fetch(mounted.origin + pathname + search, { headers: { cookie } })
  return { answer: (await answer.json()) as Record<string, unknown>, cookie } // what the routes answer
}

it.each(MOUNT_NAMES)('Google Business over %s: a place is chosen, a review arrives once', async (name) => {
  const application = await anApplication(name)
  const { client, google, handled, mounted, audience } = application
  const { answer, cookie } = await signIn(
    application,
    'google_business',
    (url) => google.approve({ url, person: 'Ada' }).location,
  )
  expect(answer).toMatchObject({ step: 'choose_account', options: [{ name: "Ada's Bakery" }, {}] })
  const [bakery] = answer['options'] as readonly { readonly id: string }[] // what the line above shows
  const chosen = await fetch(`${mounted.origin}${PREFIX}/choose/google_business`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ state: answer['state'], account_id: bakery?.id }),
  })
  const connected = (await chosen.json()) as Record<string, unknown> // what the routes answer
  expect(connected).toMatchObject({ step: 'connected', platform: 'google_business' })
  const id = String(connected['connection_id'])

  google.listen({ endpoint: `${mounted.origin}${PREFIX}/webhooks/google_business`, audience })
  google.review({ location: "Ada's Bakery", by: 'Grace', stars: 4, comment: 'Café / yes' })
  const attempts = await google.deliver({ copies: 2 })
  expect(attempts.map(({ status }) => status)).toEqual([200, 200])
  expect(handled).toMatchObject([{ kind: 'REVIEW_CREATED', connectionId: id }])
  const account = client.accountOf('google_business', id)
  for (const update of handled) await account.replyToUpdate(update, 'Thank you!')
  expect(JSON.stringify(google.state())).toContain('Thank you!')

  google.forgeNext({ how: 'OTHER_KEY' })
  google.review({ location: "Ada's Bakery", by: 'Hal', stars: 1 })
  const [forged] = await google.deliver({})
  expect([forged?.status, handled.length]).toEqual([401, 1])
})

it.each(MOUNT_NAMES)('TikTok Business over %s: a comment arrives once, and is answered', async (name) => {
  const application = await anApplication(name)
  const { client, handled, mounted, tiktok } = application
  const { answer } = await signIn(
    application,
    'tiktok_business',
    (url) => tiktok.approve({ url, person: 'ada' }).location,
  )
  expect(answer).toMatchObject({ step: 'connected', platform: 'tiktok_business' })
  const id = String(answer['connection_id'])

  tiktok.setWebhook({ url: `${mounted.origin}${PREFIX}/webhooks/tiktok_business` })
  const { id: video } = tiktok.addVideo({ person: 'ada' })
  tiktok.comment({ by: 'bo', video, text: 'Café / yes' })
  const attempts = await tiktok.deliverEvents({ copies: 2 })
  expect(attempts.map(({ status }) => status)).toEqual([200, 200])
  expect(handled).toMatchObject([{ kind: 'COMMENT_CREATED', connectionId: id, aboutPostId: video }])
  const account = client.accountOf('tiktok_business', id)
  for (const update of handled) await account.replyToUpdate(update, 'Thank you!')
  expect(tiktok.state().comments.map(({ text }) => text)).toEqual(['Café / yes', 'Thank you!'])
})
