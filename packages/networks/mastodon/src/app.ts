import { AppCredentials, type CanCreateApp, scopesOf } from '@social/core/platform'

import { readServer, redirectFor } from './addresses.js'
import type { Settings } from './options.js'
import { appReply } from './schemas.js'

/**
 * Default scopes of a sign-in and of a registered app. The app's scopes have to include the scopes of the sign-in.
 * https://docs.joinmastodon.org/api/oauth-scopes/ (read 2026-09-24)
 */
export const DEFAULT_SCOPES: readonly string[] = ['read', 'write', 'push']

/** Registers an app through the API, once for each server. */
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
