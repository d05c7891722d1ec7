import {
  type Call,
  type CanStartUpdates,
  ConfigError,
  assertApp,
  assertWork,
  NotSupportedError,
} from '@social/core/platform'

import type { Settings } from '../options.js'
import { doneReply } from '../schemas.js'
import { APP_ADVICE } from '../sign-in.js'

const PLATFORM = 'tiktok_business'

/** The only event type to which the library subscribes. */
const EVENT_TYPE = 'COMMENT'

/**
 * Returns the app's credentials. The subscription belongs to the app, so the request contains the
 * app's secret instead of a token.
 */
async function appFields(call: Call) {
  const { clientId, clientSecret } = assertApp(await call.app(), { platform: PLATFORM, advice: APP_ADVICE })
  return { app_id: clientId, secret: clientSecret, event_type: EVENT_TYPE }
}

function refuseKinds(kinds: readonly string[] | null): void {
  const other = kinds?.find((kind) => kind !== EVENT_TYPE)
  if (other !== undefined)
    throw new ConfigError(
      `kinds does not accept "${other.slice(0, 40)}". tiktok_business pushes only comments: pass "${EVENT_TYPE}", or omit kinds.`,
      { platform: PLATFORM },
    )
}

/**
 * Stops pushed updates for all accounts of the app, with `account.run(stopAppUpdates)`. Call it
 * only when no account needs updates any more.
 *
 * @param call - Call of any account of the app.
 */
export async function stopAppUpdates(call: Call): Promise<void> {
  assertWork('stopAppUpdates', call)
  await call.http.post('/business/webhook/delete/', doneReply, {
    json: await appFields(call),
    auth: 'none',
    retry: 'always',
  })
}

/**
 * Subscribes to TikTok's webhooks. https://business-api.tiktok.com/portal/docs?id=1810521279479810
 * (copy of August 2026)
 */
export function subscribing({ webhookUrl }: Settings): CanStartUpdates {
  return {
    /**
     * Registers the URL of the webhook route for all accounts of the app. Repeated calls for other
     * accounts are allowed.
     */
    async startUpdates({ kinds }, call) {
      refuseKinds(kinds)
      if (webhookUrl === null)
        throw new ConfigError(
          'Pushed updates of tiktok_business require webhookUrl: tiktokBusiness({ webhooks: true, webhookUrl: "https://app.example/social/webhooks/tiktok_business" }).',
          { platform: PLATFORM },
        )
      // No list of videos is sent. TikTok could only add videos to such a list, and would push no
      // events of other videos.
      await call.http.post('/business/webhook/update/', doneReply, {
        json: { ...(await appFields(call)), callback_url: webhookUrl },
        auth: 'none',
        retry: 'always',
      })
    },

    /**
     * @throws NotSupportedError always, because TikTok can end the subscription only for all
     * accounts of the app.
     */
    stopUpdates() {
      return Promise.reject(
        new NotSupportedError({
          platform: PLATFORM,
          what: 'stopping pushed updates for one account',
          suggestion:
            'account.run(stopAppUpdates) of @social/tiktok-business stops them for every account of the app.',
        }),
      )
    },
  }
}
