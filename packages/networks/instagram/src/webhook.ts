import {
  type CanAddRoutes,
  type CanAnswerSetupCheck,
  type CanCheckSignature,
  type CanReadPushedUpdates,
  type CanStartUpdates,
  ConfigError,
} from '@social/core/platform'
import { idPath, personRoutes, provingPushes, readPushed } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from './map.js'
import type { Settings } from './options.js'
import { successReply } from './schemas.js'

/** What an account can be subscribed to with Instagram Login.
 *  https://developers.facebook.com/docs/instagram-platform/webhooks (read 2026-11-22) */
const FIELDS: readonly string[] = [
  'comments',
  'live_comments',
  'mentions',
  'messages',
  'message_edit',
  'message_reactions',
  'messaging_postbacks',
  'messaging_referral',
  'messaging_seen',
  'messaging_optins',
  'messaging_handover',
  'standby',
]
const USUAL_FIELDS: readonly string[] = ['comments', 'live_comments']

function fieldsOf(kinds: readonly string[] | null): string {
  const fields = kinds ?? USUAL_FIELDS
  const unknown = fields.find((field) => !FIELDS.includes(field))
  if (fields.length > 0 && unknown === undefined) return fields.join(',')
  throw new ConfigError(
    `instagram pushes no ${JSON.stringify((unknown ?? '').slice(0, 80))}. startUpdates({ kinds }) takes some of: ${FIELDS.join(', ')}. To stop pushing, call stopUpdates.`,
    { platform: 'instagram' },
  )
}

type Pushing = CanCheckSignature & CanReadPushedUpdates & CanAnswerSetupCheck & CanStartUpdates & CanAddRoutes

/** What Instagram pushes, signed with the app's secret, and what people do about the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return {
    ...provingPushes(),
    ...personRoutes({ platform: 'instagram', displayName: 'Instagram', deletionStatusUrl }),
    readUpdates: (body, _headers, now) =>
      readPushed('instagram', body).map((one) =>
        one.type === 'CHANGE' ? toChangeUpdate(one, now) : toMessageUpdate(one, now),
      ),

    /** A field is pushed once the app is subscribed to it in the dashboard too, is live, and has Advanced Access. */
    async startUpdates({ kinds }, { http, connection }) {
      const form = { subscribed_fields: fieldsOf(kinds) }
      await http.post(idPath(connection.accountId, 'subscribed_apps'), successReply, {
        form,
        retry: 'always',
      })
    },

    async stopUpdates({ http, connection }) {
      await http.delete(idPath(connection.accountId, 'subscribed_apps'), successReply, { retry: 'always' })
    },
  }
}
