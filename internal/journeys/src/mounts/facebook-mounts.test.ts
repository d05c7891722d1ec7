import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { facebook } from '@social/facebook'
import { expect, it } from 'vitest'

import { leave, expectedRemoval, registerRemovalUrls } from './leaving.js'
import { mountApplication, networksPerTest, REAL_CLOCK } from './mounted-application.js'
import { type MountName, MOUNT_NAMES } from './mounts.js'

const at = networksPerTest(() => startEmulator({ networks: ['facebook'], clock: REAL_CLOCK }))
const SCOPES = ['pages_show_list', 'pages_manage_metadata', 'pages_read_engagement', 'pages_manage_posts']

/**
 * Starts an application with mounted routes that is registered at Facebook, and signs in the first
 * page of Ada.
 */
async function anApplication(name: MountName) {
  const control = at.emulator.control.facebook
  const { appId, appSecret } = control.app()
  const app = new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { facebook: facebook({ addresses: at.emulator.addresses('facebook') }) },
    allowLoopback: true,
  })
  const application = await mountApplication(name, client, {
    scopes: { facebook: SCOPES },
    secrets: { facebook: appSecret },
    setupTokens: { facebook: 'a text of our own' },
    resolveConnection: () => `facebook:${control.state().pages[0]?.id}`,
  })
  at.closeLater(application, client)
  registerRemovalUrls(control, application.webhookOf('facebook'))
  const { answer, cookie } = await application.signIn(
    'facebook',
    (url) => control.approve({ url, person: 'Ada' }).location,
  )
  expect(answer).toMatchObject({
    step: 'choose_account',
    options: [
      { name: "Ada's Cakes", kind: 'page' },
      { name: "Ada's Flowers", kind: 'page' },
    ],
  })
  const [page] = answer['options'] as readonly { readonly id: string }[] // safe cast: the assertion above checks the options
  const id = await application.choose('facebook', answer['state'], page?.id ?? '', cookie)
  return { application, client, control, id }
}

// Holds R-0127.
it.each(MOUNT_NAMES)(
  'Facebook over %s: a page is selected, and its pushed update arrives once',
  async (name) => {
    const { application, client, control, id } = await anApplication(name)
    const webhook = { url: application.webhookOf('facebook'), verifyToken: 'a text of our own' }
    expect(await control.setUpWebhook(webhook)).toMatchObject({ accepted: true })
    const page = client.accountOf('facebook', id)
    await page.startUpdates()
    const { id: postId } = await page.post({ text: 'Bread' })
    control.comment({ by: 'Bo', on: postId, text: 'Café / yes' })
    const attempts = await control.deliverEvents({ copies: 2 })
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]))
    expect(application.handled.filter(({ kind }) => kind === 'COMMENT_CREATED')).toMatchObject([
      { connectionId: id, aboutPostId: postId, text: 'Café / yes' },
    ])
  },
)

it.each(MOUNT_NAMES)(
  'Facebook over %s: a revoked permission is reported, and a deletion request gets a page',
  async (name) => {
    const { application, control, id } = await anApplication(name)
    expect(await leave('Ada', { application, control })).toEqual(expectedRemoval(id))
  },
)
