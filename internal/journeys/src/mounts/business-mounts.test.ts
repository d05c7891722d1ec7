import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { googleBusiness, googleKeys } from '@social/google-business'
import { tiktokBusiness } from '@social/tiktok-business'
import { expect, it } from 'vitest'

import {
  connectionOf,
  mountApplication,
  networksPerTest,
  REAL_CLOCK,
  REDIRECT_URI as BARE_REDIRECT_URI,
} from './mounted-application.js'
import { type MountName, MOUNT_NAMES } from './mounts.js'

/** Redirect URI with a trailing slash, which TikTok Business requires. */
const REDIRECT_URI = `${BARE_REDIRECT_URI}/`
const AUDIENCE = 'https://tunnel.example/reviews'
const at = networksPerTest(() =>
  startEmulator({ networks: ['google_business', 'tiktok_business'], clock: REAL_CLOCK }),
)

/** Starts an application with mounted routes for Google Business Profile and TikTok Business. */
async function anApplication(name: MountName) {
  const { google_business: google, tiktok_business: tiktok } = at.emulator.control
  const { appId, appSecret } = tiktok.app()
  const ours = google.createClient({ redirectUris: [REDIRECT_URI.replace('{platform}', 'google_business')] })
  const apps = [
    new AppCredentials({ platform: 'google_business', ...ours }),
    new AppCredentials({ platform: 'tiktok_business', clientId: appId, clientSecret: appSecret }),
  ]
  const { keys, notifications: _notifications, ...addresses } = at.emulator.addresses('google_business')
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps }),
    platforms: {
      google_business: googleBusiness({ addresses }),
      tiktok_business: tiktokBusiness({
        addresses: at.emulator.addresses('tiktok_business'),
        webhooks: true,
      }),
    },
    allowLoopback: true,
  })
  const application = await mountApplication(name, client, {
    redirectUri: REDIRECT_URI,
    secrets: {
      google_business: googleKeys({
        audience: AUDIENCE,
        serviceAccount: 'push@p1.iam.gserviceaccount.com',
        address: keys,
        allowLoopback: true,
      }),
      tiktok_business: appSecret,
    },
  })
  at.closeLater(application, client)
  return { application, client, google, tiktok }
}

it.each(MOUNT_NAMES)(
  'Google Business over %s: a location is selected, and a review arrives once',
  async (name) => {
    const { application, client, google } = await anApplication(name)
    const { answer, cookie } = await application.signIn(
      'google_business',
      (url) => google.approve({ url, person: 'Ada' }).location,
    )
    expect(answer).toMatchObject({ step: 'choose_account', options: [{ name: "Ada's Bakery" }, {}] })
    const [bakery] = answer['options'] as readonly { readonly id: string }[] // safe cast: the assertion above checks the options
    const id = await application.choose('google_business', answer['state'], bakery?.id ?? '', cookie)

    google.listen({ endpoint: application.webhookOf('google_business'), audience: AUDIENCE })
    google.review({ location: "Ada's Bakery", by: 'Grace', stars: 4, comment: 'Café / yes' })
    const attempts = await google.deliver({ copies: 2 })
    expect(attempts.map(({ status }) => status)).toEqual([200, 200])
    expect(application.handled).toMatchObject([{ kind: 'REVIEW_CREATED', connectionId: id }])
    const account = client.accountOf('google_business', id)
    for (const update of application.handled) await account.replyToUpdate(update, 'Thank you!')
    expect(JSON.stringify(google.state())).toContain('Thank you!')

    google.forgeNext({ how: 'OTHER_KEY' })
    google.review({ location: "Ada's Bakery", by: 'Hal', stars: 1 })
    const [forged] = await google.deliver({})
    expect([forged?.status, application.handled.length]).toEqual([401, 1])
  },
)

it.each(MOUNT_NAMES)('TikTok Business over %s: a comment arrives once, and gets a reply', async (name) => {
  const { application, client, tiktok } = await anApplication(name)
  const { answer } = await application.signIn(
    'tiktok_business',
    (url) => tiktok.approve({ url, person: 'ada' }).location,
  )
  const id = connectionOf('tiktok_business', answer)

  tiktok.setWebhook({ url: application.webhookOf('tiktok_business') })
  const { id: video } = tiktok.addVideo({ person: 'ada' })
  tiktok.comment({ by: 'bo', video, text: 'Café / yes' })
  const attempts = await tiktok.deliverEvents({ copies: 2 })
  expect(attempts.map(({ status }) => status)).toEqual([200, 200])
  expect(application.handled).toMatchObject([
    { kind: 'COMMENT_CREATED', connectionId: id, aboutPostId: video },
  ])
  const account = client.accountOf('tiktok_business', id)
  for (const update of application.handled) await account.replyToUpdate(update, 'Thank you!')
  expect(tiktok.state().comments.map(({ text }) => text)).toEqual(['Café / yes', 'Thank you!'])
})
