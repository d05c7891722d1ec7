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

/** Comments are the one kind of event that the library asks for. */
const EVENT_TYPE = 'COMMENT'

/** The subscription belongs to the app, and is proved by its secret; no token is sent. */
async function appFields(call: Call) {
  const { clientId, clientSecret } = assertApp(await call.app(), { platform: PLATFORM, advice: APP_ADVICE })
  return { app_id: clientId, secret: clientSecret, event_type: EVENT_TYPE }
}

function refuseKinds(kinds: readonly string[] | null): void {
  const other = kinds?.find((kind) => kind !== EVENT_TYPE)
  if (other !== undefined)
    throw new ConfigError(
      `tiktok_business pushes comments alone: kinds takes "${EVENT_TYPE}", not "${other.slice(0, 40)}". Leave it out.`,
      { platform: PLATFORM },
    )
}

/**
 * Ends pushing for every account of the app: `account.run(stopAppUpdates)`. Call it with the last one.
 *
 * @param call - Any account of the app.
 */
export async function stopAppUpdates(call: Call): Promise<void> {
  assertWork('stopAppUpdates', call)
  await call.http.post('/business/webhook/delete/', doneReply, {
    json: await appFields(call),
    auth: 'none',
    retry: 'always',
  })
}

/** Asks TikTok to push. https://business-api.tiktok.com/portal/docs?id=1810521279479810 (copy of August 2026) */
export function subscribing({ webhookUrl }: Settings): CanStartUpdates {
  return {
    /** Registers the address of the webhook route, for all accounts of the app; may be called for each of them. */
    async startUpdates({ kinds }, call) {
      refuseKinds(kinds)
      if (webhookUrl === null)
        throw new ConfigError(
          'tiktok_business has to be told where to push: tiktokBusiness({ webhooks: true, webhookUrl: "https://app.example/social/webhooks/tiktok_business" }).',
          { platform: PLATFORM },
        )
      // Never with a list of videos: TikTok only ever adds to it, and then tells of no others.
      await call.http.post('/business/webhook/update/', doneReply, {
        json: { ...(await appFields(call)), callback_url: webhookUrl },
        auth: 'none',
        retry: 'always',
      })
    },

    /** @throws NotSupportedError always: TikTok can only end it for every account of the app. */
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
