import { AppCredentials, type Storage } from '@social/core'

import type { Networks } from './emulator.js'

/**
 * Stores app credentials for the emulated networks. With real networks, a person creates the apps
 * on each network's site. Mastodon is left out, because the library registers an app at each
 * server. Bluesky needs no app.
 */
export async function saveApps(
  storage: Storage,
  networks: Networks,
  redirectUriOf: (network: string) => string,
): Promise<void> {
  const { youtube, tiktok, pinterest, x, facebook, instagram, threads, tiktok_business, google_business } =
    networks.control
  if ((await storage.getApp('youtube', null)) === null) {
    const client = youtube.createClient({ redirectUris: [redirectUriOf('youtube')] })
    await storage.saveApp(new AppCredentials({ platform: 'youtube', ...client }))
  }
  const { clientKey: clientId, clientSecret } = tiktok.app()
  await storage.saveApp(new AppCredentials({ platform: 'tiktok', clientId, clientSecret }))
  await storage.saveApp(new AppCredentials({ platform: 'pinterest', ...pinterest.app() }))
  await storage.saveApp(new AppCredentials({ platform: 'x', ...x.app() }))
  for (const [platform, { app }] of Object.entries({ facebook, instagram, threads, tiktok_business })) {
    const { appId, appSecret } = app()
    await storage.saveApp(new AppCredentials({ platform, clientId: appId, clientSecret: appSecret }))
  }
  if ((await storage.getApp('google_business', null)) === null) {
    const client = google_business.createClient({ redirectUris: [redirectUriOf('google_business')] })
    await storage.saveApp(new AppCredentials({ platform: 'google_business', ...client }))
  }
}

/**
 * Scopes for networks whose default scopes are insufficient. Facebook needs one more scope to push
 * updates of pages, and Threads needs one more for its place search.
 */
export const SCOPES = {
  facebook: [
    'pages_show_list',
    'pages_read_engagement',
    'pages_read_user_content',
    'pages_manage_posts',
    'pages_manage_engagement',
    'pages_manage_metadata',
  ],
  threads: [
    'threads_basic',
    'threads_content_publish',
    'threads_read_replies',
    'threads_manage_replies',
    'threads_manage_insights',
    'threads_delete',
    'threads_location_tagging',
  ],
} as const

/**
 * Returns the secrets that verify webhook signatures. TikTok, Facebook, Instagram and Threads sign
 * webhooks with the app secret.
 */
export function webhookSecrets(storage: Storage) {
  const secretOf = (platform: string) => async () => {
    const app = await storage.getApp(platform, null)
    if (app === null || app.clientSecret === null)
      throw new Error(`The app of ${platform} is missing in storage. Restart the studio.`)
    return app.clientSecret
  }
  return {
    tiktok: secretOf('tiktok'),
    facebook: secretOf('facebook'),
    instagram: secretOf('instagram'),
    threads: secretOf('threads'),
  }
}
