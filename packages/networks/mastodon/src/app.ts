import { AppCredentials, type CanCreateApp, scopesOf } from '@social/core/platform'

import { readServer, redirectFor } from './addresses.js'
import type { Settings } from './options.js'
import { appReply } from './schemas.js'

/**
 * Default scopes of a sign-in and of a registered app. The scopes of a sign-in have to be a subset
 * of the app's scopes.
 * https://docs.joinmastodon.org/api/oauth-scopes/ (read 2026-09-24)
 */
export const DEFAULT_SCOPES: readonly string[] = ['read', 'write', 'push']

/** Creates the method that registers an app through the API. Each server needs its own app. */
export function creatingApps(settings: Settings): CanCreateApp {
  return {
    async createApp(request, call) {
      const { host, url } = readServer(request, call)
      const scopes = scopesOf(request, DEFAULT_SCOPES)
      const form = {
        client_name: request.name,
        redirect_uris: redirectFor(request.redirectUri, host),
        scopes: scopes.join(' '),
        website: request.website ?? settings.website,
      }
      const app = await call.http.post(`${url}/api/v1/apps`, appReply, { form, auth: 'none' })
      return new AppCredentials({
        platform: 'mastodon',
        host,
        clientId: app.client_id,
        clientSecret: app.client_secret,
      })
    },
  }
}
