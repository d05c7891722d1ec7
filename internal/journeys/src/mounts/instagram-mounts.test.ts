import { AppCredentials, InMemoryStorage, Media, SocialClient } from '@social/core'
import { sampleJpegHead, startEmulator } from '@social/emulator'
import { instagramNetwork } from '@social/emulator/instagram'
import { instagram, replyPrivately } from '@social/instagram'
import { expect, it } from 'vitest'

import { leave, expectedRemoval, registerRemovalUrls } from './leaving.js'
import { connectionOf, mountApplication, networksPerTest, REAL_CLOCK } from './mounted-application.js'
import { type MountName, MOUNT_NAMES } from './mounts.js'

const PICTURE = sampleJpegHead()
/** Returns a picture for every URL. */
const fetchFile = async (): Promise<Response> => new Response(Uint8Array.from(PICTURE))
const at = networksPerTest(() =>
  startEmulator({ networks: [instagramNetwork({ fetch: fetchFile })], clock: REAL_CLOCK }),
)

/** Starts an application with mounted routes that is registered at Instagram, and signs in Ada. */
async function anApplication(name: MountName) {
  const control = at.emulator.control.instagram
  const { appId, appSecret } = control.app()
  const app = new AppCredentials({ platform: 'instagram', clientId: appId, clientSecret: appSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { instagram: instagram({ addresses: at.emulator.addresses('instagram') }) },
    allowLoopback: true,
  })
  const application = await mountApplication(name, client, {
    // Both secrets are passed, because Meta does not document which of them signs pushed updates.
    secrets: { instagram: ['the secret of the Meta app', appSecret] },
    setupTokens: { instagram: 'a text of our own' },
    resolveConnection: () => `instagram:${control.state().accounts[0]?.userId}`,
  })
  at.closeLater(application, client)
  registerRemovalUrls(control, application.webhookOf('instagram'))
  const approve = (url: string) => control.approve({ url, account: 'adascakes' }).location
  const { answer } = await application.signIn('instagram', approve)
  return { application, client, control, id: connectionOf('instagram', answer) }
}

it.each(MOUNT_NAMES)(
  'Instagram over %s: a pushed comment arrives once, gets a public and a private reply, and is hidden',
  async (name) => {
    const { application, client, control, id } = await anApplication(name)
    const webhook = { url: application.webhookOf('instagram'), verifyToken: 'a text of our own' }
    expect(await control.setUpWebhook(webhook)).toMatchObject({ accepted: true })
    const account = client.accountOf('instagram', id)
    await account.startUpdates()
    const media = [Media.fromUrl('https://shop.example/bread.jpg', { altText: 'A loaf' })]
    const { id: postId } = await account.post({ text: 'Bread', media })
    control.comment({ by: 'zoe', on: postId, text: 'Café / yes' })
    const attempts = await control.deliverEvents({ copies: 2 })
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]))
    const comments = application.handled.filter(({ kind }) => kind === 'COMMENT_CREATED')
    expect(comments).toMatchObject([{ connectionId: id, aboutPostId: postId, text: 'Café / yes' }])
    for (const comment of comments) {
      await account.replyToUpdate(comment, 'Thank you')
      await account.run((call) => replyPrivately(comment, 'Here is the recipe', call))
      await account.setCommentVisibility(comment)
    }
    expect(control.state().comments.map(({ text, hidden }) => [text, hidden])).toEqual([
      ['Café / yes', true],
      ['Thank you', false],
    ])
    expect(control.state().privateReplies.map(({ text }) => text)).toEqual(['Here is the recipe'])
  },
)

it.each(MOUNT_NAMES)(
  'Instagram over %s: a revoked permission is reported, and a deletion request gets a page',
  async (name) => {
    const { application, control, id } = await anApplication(name)
    expect(await leave('adascakes', { application, control })).toEqual(expectedRemoval(id))
  },
)
