import type { CanStartUpdates } from '@social/core/platform'
import { type Pushing, pushingFor, subscribing } from '@social/meta-kit'

import { toChangeUpdate, toMessageUpdate } from '../map/index.js'
import type { Settings } from '../options.js'

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
const DEFAULT_FIELDS: readonly string[] = ['feed', 'mention']

/** What Facebook pushes: changes of pages, signed with the app's secret, and what people do about the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing & CanStartUpdates {
  return {
    ...pushingFor({
      platform: 'facebook',
      displayName: 'Facebook',
      deletionStatusUrl,
      toChangeUpdate,
      toMessageUpdate,
    }),
    // A field is pushed once the app is subscribed to it in the dashboard too. Needs `pages_manage_metadata`.
    ...subscribing({ platform: 'facebook', fields: FIELDS, usual: DEFAULT_FIELDS }),
  }
}
