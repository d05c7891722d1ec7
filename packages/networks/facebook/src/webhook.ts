import {
  type CanAddRoutes,
  type CanAnswerSetupCheck,
  type CanCheckSignature,
  type CanReadPushedUpdates,
  type CanStartUpdates,
  ConfigError,
} from '@social/core/platform'
import { idPath, personRoutes, provingPushes, readPushed } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from './map/index.js'
import type { Settings } from './options.js'
import { successReply } from './schemas.js'

/** What a page can be subscribed to. Message fields also need `pages_messaging`. `subscribed_fields` of the official
 *  description, https://github.com/facebook/facebook-business-sdk-codegen (read 2026-11-22); what is about advertising is left out. */
const FIELDS: readonly string[] = [
  'feed',
  'mention',
  'ratings',
  'follow',
  'videos',
  'live_videos',
  'messages',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'message_reads',
  'messaging_postbacks',
  'messaging_referrals',
  'messaging_optins',
  'messaging_handovers',
  'standby',
]
/** What needs no more than `pages_manage_metadata`, and the library has words for. */
const USUAL_FIELDS: readonly string[] = ['feed', 'mention']

function fieldsOf(kinds: readonly string[] | null): readonly string[] {
  const fields = kinds ?? USUAL_FIELDS
  const unknown = fields.find((field) => !FIELDS.includes(field))
  if (fields.length > 0 && unknown === undefined) return fields
  throw new ConfigError(
    `facebook pushes no ${JSON.stringify((unknown ?? '').slice(0, 80))}. startUpdates({ kinds }) takes some of: ${FIELDS.join(', ')}. To stop pushing, call stopUpdates.`,
    { platform: 'facebook' },
  )
}

type Pushing = CanCheckSignature & CanReadPushedUpdates & CanAnswerSetupCheck & CanStartUpdates & CanAddRoutes

/** What Facebook pushes: changes of pages, signed with the app's secret, and what people do about the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return {
    ...provingPushes(),
    ...personRoutes({ platform: 'facebook', displayName: 'Facebook', deletionStatusUrl }),
    readUpdates: (body, _headers, now) =>
      readPushed('facebook', body).map((one) =>
        one.type === 'CHANGE' ? toChangeUpdate(one, now) : toMessageUpdate(one, now),
      ),

    /** A field is pushed once the app is subscribed to it in the dashboard too. Needs `pages_manage_metadata`. */
    async startUpdates({ kinds }, { http, connection }) {
      const form = { subscribed_fields: fieldsOf(kinds).join(',') }
      const path = idPath(connection.accountId, 'subscribed_apps')
      await http.post(path, successReply, { form, retry: 'always' })
    },

    async stopUpdates({ http, connection }) {
      const path = idPath(connection.accountId, 'subscribed_apps')
      await http.delete(path, successReply, { retry: 'always' })
    },
  }
}
