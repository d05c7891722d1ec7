import type { CanStartUpdates } from '@social/core/platform'
import { type Pushing, pushingFor, subscribing } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from './map.js'
import type { Settings } from './options.js'

/**
 * Webhook fields of an account with Instagram Login. https://developers.facebook.com/docs/instagram-platform/webhooks
 * (read 2026-11-22)
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

/** Webhooks of Instagram, signed with the app secret, and actions of people on the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing & CanStartUpdates {
  return {
    ...pushingFor({
      platform: 'instagram',
      displayName: 'Instagram',
      deletionStatusUrl,
      toChangeUpdate,
      toMessageUpdate,
    }),
    // The app must also subscribe to the fields in the dashboard, be live, and have Advanced Access.
    ...subscribing({ platform: 'instagram', fields: FIELDS, default: DEFAULT_FIELDS }),
  }
}
