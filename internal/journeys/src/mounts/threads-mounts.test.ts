import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { threads } from '@social/threads'
import { expect, it } from 'vitest'

import { leave, expectedRemoval, registerRemovalUrls } from './leaving.js'
import { connectionOf, mountApplication, networksPerTest, REAL_CLOCK } from './mounted-application.js'
import { type MountName, MOUNT_NAMES } from './mounts.js'

const at = networksPerTest(() => startEmulator({ networks: ['threads'], clock: REAL_CLOCK }))

/** Starts an application with mounted routes that is registered at Threads, and signs in Ada. */
async function anApplication(name: MountName) {
  const control = at.emulator.control.threads
  const { appId, appSecret } = control.app()
  const app = new AppCredentials({ platform: 'threads', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { threads: threads({ addresses: at.emulator.addresses('threads') }) },
    allowLoopback: true,
  })
  const application = await mountApplication(name, client, {
    secrets: { threads: appSecret },
    setupTokens: { threads: 'a text of our own' },
  })
  at.closeLater(application, client)
  registerRemovalUrls(control, application.webhookOf('threads'))
  const approve = (url: string) => control.approve({ url, account: 'adascakes' }).location
  const { answer } = await application.signIn('threads', approve)
  return { application, client, control, id: connectionOf('threads', answer) }
}

it.each(MOUNT_NAMES)('Threads over %s: a pushed update arrives once, and gets a reply', async (name) => {
  const { application, client, control, id } = await anApplication(name)
  const webhook = { url: application.webhookOf('threads'), verifyToken: 'a text of our own' }
  expect(await control.setUpWebhook(webhook)).toMatchObject({ accepted: true })
  const account = client.accountOf('threads', id)
  const { id: postId } = await account.post({ text: 'Bread' })
  control.post({ by: 'zoe', replyTo: postId, text: 'Café / yes' })
  const attempts = await control.deliverEvents({ copies: 2 })
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]))
  const replies = application.handled.filter(({ kind }) => kind === 'COMMENT_CREATED')
  expect(replies).toMatchObject([{ connectionId: id, aboutPostId: postId, text: 'Café / yes' }])
  for (const reply of replies) {
    await account.replyToUpdate(reply, 'Thank you')
    await account.setCommentVisibility(reply)
  }
  expect(control.state().posts.map(({ text, hidden }) => [text, hidden])).toEqual([
    ['Bread', false],
    ['Café / yes', true],
    ['Thank you', true],
  ])
})

it.each(MOUNT_NAMES)(
  'Threads over %s: a revoked permission is reported, and a deletion request gets a page',
  async (name) => {
    const { application, control, id } = await anApplication(name)
    expect(await leave('adascakes', { application, control })).toEqual(expectedRemoval(id))
  },
)
