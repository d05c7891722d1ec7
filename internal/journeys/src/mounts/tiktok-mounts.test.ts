import { AppCredentials, InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { tiktok } from '@social/tiktok'
import { expect, it } from 'vitest'

import { connectionOf, mountApplication, networksPerTest, REAL_CLOCK } from './mounted-application.js'
import { MOUNT_NAMES } from './mounts.js'

const at = networksPerTest(() => startEmulator({ networks: ['tiktok'], clock: REAL_CLOCK }))

// Holds R-0175.
it.each(MOUNT_NAMES)('TikTok over %s: a person signs in, and a pushed update arrives once', async (name) => {
  const control = at.emulator.control.tiktok
  const { clientKey, clientSecret } = control.app()
  const app = new AppCredentials({ platform: 'tiktok', clientId: clientKey, clientSecret })
  const client = new SocialClient({
    storage: new InMemoryStorage({ apps: [app] }),
    platforms: { tiktok: tiktok({ addresses: at.emulator.addresses('tiktok') }) },
    allowLoopback: true,
  })
  const application = await mountApplication(name, client, {
    scopes: { tiktok: ['user.info.basic', 'video.upload'] },
    secrets: { tiktok: clientSecret },
  })
  at.closeLater(application, client)
  control.setWebhook({ url: application.webhookOf('tiktok') })
  const { answer } = await application.signIn('tiktok', (url) => {
    expect(new URL(url).searchParams.get('scope')).toBe('user.info.basic,video.upload')
    return control.approve({ url, person: 'ada' }).location
  })
  const id = connectionOf('tiktok', answer)

  control.pushEvent({ event: 'something.new', person: 'ada' })
  const attempts = await control.deliverEvents({ copies: 2 })
  expect(attempts.map(({ status }) => status)).toEqual([200, 200])
  expect(application.handled).toMatchObject([
    { kind: 'UNKNOWN', kindName: 'something.new', connectionId: id },
  ])
})
