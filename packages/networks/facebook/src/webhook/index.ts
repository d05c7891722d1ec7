import type { CanStartUpdates } from '@social/core/platform'
import { type Pushing, pushingFor, subscribing } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from '../map/index.js'
import type { Settings } from '../options.js'

/**
 * Webhook fields of a page. Message fields also need `pages_messaging`. `subscribed_fields` of the official
 * description, https://github.com/facebook/facebook-business-sdk-codegen (read 2026-11-22). Advertising fields are
 * omitted.
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
/** Default fields: those that need only `pages_manage_metadata` and have an update kind. */
const DEFAULT_FIELDS: readonly string[] = ['feed', 'mention']

/** Webhooks of Facebook: changes of pages, signed with the app secret, and actions of people on the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing & CanStartUpdates {
  return {
    ...pushingFor({
      platform: 'facebook',
      displayName: 'Facebook',
      deletionStatusUrl,
      toChangeUpdate,
      toMessageUpdate,
    }),
    // The app must also subscribe to the fields in the dashboard. Needs `pages_manage_metadata`.
    ...subscribing({ platform: 'facebook', fields: FIELDS, default: DEFAULT_FIELDS }),
  }
}
