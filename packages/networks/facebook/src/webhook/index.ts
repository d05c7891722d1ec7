import type { CanStartUpdates } from '@social/core/platform'
import { type Pushing, pushingFor, subscribing } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from '../map/index.js'
import type { Settings } from '../options.js'

/**
 * Webhook fields of a page, without advertising fields. Message fields also need
 * `pages_messaging`. Source: `subscribed_fields` in Meta's description,
 * https://github.com/facebook/facebook-business-sdk-codegen (read 2026-11-22).
 */
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
/**
 * Default webhook fields: those that need only `pages_manage_metadata` and that the library maps
 * to an update kind.
 */
const DEFAULT_FIELDS: readonly string[] = ['feed', 'mention']

/**
 * Receives Facebook's webhooks: changes of pages, and users' actions on the app itself. Facebook
 * signs them with the app secret.
 */
export function pushing({ deletionStatusUrl }: Settings): Pushing & CanStartUpdates {
  return {
    ...pushingFor({
      platform: 'facebook',
      displayName: 'Facebook',
      deletionStatusUrl,
      toChangeUpdate,
      toMessageUpdate,
    }),
    // The developer must also subscribe the app to the fields in Facebook's dashboard. The call
    // needs `pages_manage_metadata`.
    ...subscribing({ platform: 'facebook', fields: FIELDS, default: DEFAULT_FIELDS }),
  }
}
