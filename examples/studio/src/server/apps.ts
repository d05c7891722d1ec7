import { AppCredentials, type Storage } from '@social/core'

import type { Networks } from './emulator.js'

/**
 * Puts the studio's apps into storage, as somebody does by hand who made them on the network's own site. Mastodon is
 * missing: there the library registers an app at each server. Bluesky needs none.
 */
export async function saveApps(
  storage: Storage,
  networks: Networks,
  redirectUriOf: (network: string) => string,
): Promise<void> {
  const { youtube, tiktok, pinterest, x } = networks.control
  if ((await storage.getApp('youtube', null)) === null) {
    const client = youtube.createClient({ redirectUris: [redirectUriOf('youtube')] })
    await storage.saveApp(new AppCredentials({ platform: 'youtube', ...client }))
  }
  const { clientKey: clientId, clientSecret } = tiktok.app()
  await storage.saveApp(new AppCredentials({ platform: 'tiktok', clientId, clientSecret }))
  await storage.saveApp(new AppCredentials({ platform: 'pinterest', ...pinterest.app() }))
  await storage.saveApp(new AppCredentials({ platform: 'x', ...x.app() }))
}

/** What pushed messages are signed with. TikTok signs with the secret of the app itself. */
export function webhookSecrets(storage: Storage) {
  return {
    tiktok: async () => {
      const app = await storage.getApp('tiktok', null)
      if (app === null || app.clientSecret === null)
        throw new Error('The app of TikTok is gone from storage. Start the studio again.')
      return app.clientSecret
    },
  }
}
