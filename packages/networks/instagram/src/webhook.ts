import type { CanStartUpdates } from '@social/core/platform'
import { type Pushing, pushingFor, subscribing } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from './map.js'
import type { Settings } from './options.js'

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
const DEFAULT_FIELDS: readonly string[] = ['comments', 'live_comments']

/** What Instagram pushes, signed with the app's secret, and what people do about the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing & CanStartUpdates {
  return {
    ...pushingFor({
      platform: 'instagram',
      displayName: 'Instagram',
      deletionStatusUrl,
      toChangeUpdate,
      toMessageUpdate,
    }),
    // A field is pushed once the app is subscribed to it in the dashboard too, is live, and has Advanced Access.
    ...subscribing({ platform: 'instagram', fields: FIELDS, usual: DEFAULT_FIELDS }),
  }
}
