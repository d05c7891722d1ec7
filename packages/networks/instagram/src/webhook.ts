import type { CanStartUpdates } from '@social/core/platform'
import { type Pushing, pushingFor, subscribing } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from './map.js'
import type { Settings } from './options.js'

/**
 * Webhook fields of an account with Instagram Login, to which an application can subscribe.
 * https://developers.facebook.com/docs/instagram-platform/webhooks (read 2026-11-22)
 */
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

/**
 * Creates the methods that receive Instagram's webhooks, which are signed with the app secret.
 * They also receive the notices that a person removed the app or requests data deletion.
 */
export function pushing({ deletionStatusUrl }: Settings): Pushing & CanStartUpdates {
  return {
    ...pushingFor({
      platform: 'instagram',
      displayName: 'Instagram',
      deletionStatusUrl,
      toChangeUpdate,
      toMessageUpdate,
    }),
    // Instagram sends webhooks only if the app is also live, has Advanced Access, and subscribes to
    // the fields in the App Dashboard.
    ...subscribing({ platform: 'instagram', fields: FIELDS, default: DEFAULT_FIELDS }),
  }
}
