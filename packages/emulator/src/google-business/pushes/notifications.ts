import type { Visit } from '../../framework/router.js'
import type { Json, NotificationSetting } from '../records.js'
import { checkParams, readBody, requireAccount, requireCaller } from '../sign-in/access.js'
import type { GoogleState } from '../state.js'
import { listAs } from '../wire/paging.js'
import { badField, Refusal } from '../wire/refusals.js'
import { readMask, type Shape } from '../wire/shape.js'

const SERVICE = 'mybusinessnotifications'

/**
 * Notification types.
 * https://developers.google.com/my-business/reference/notifications/rest/v1/NotificationSetting
 * (copy of 2026)
 */
const TYPES = [
  'GOOGLE_UPDATE',
  'NEW_REVIEW',
  'UPDATED_REVIEW',
  'NEW_CUSTOMER_MEDIA',
  'NEW_QUESTION',
  'UPDATED_QUESTION',
  'NEW_ANSWER',
  'UPDATED_ANSWER',
  'DUPLICATE_LOCATION',
  'LOSS_OF_VOICE_OF_MERCHANT',
  'VOICE_OF_MERCHANT_UPDATED',
]

const SETTING: Shape = {
  fields: { name: 'text', pubsubTopic: 'text', notificationTypes: { listOf: { oneOf: TYPES } } },
}

function settingJson(account: string, setting: NotificationSetting | undefined): Json {
  const { pubsubTopic = '', notificationTypes = [] } = setting ?? {}
  return {
    name: `accounts/${account}/notificationSetting`,
    ...(pubsubTopic !== '' && { pubsubTopic }),
    ...listAs('notificationTypes', notificationTypes),
  }
}

/** GET /v1/accounts/{account}/notificationSetting: returns the setting of an account. */
export function readSetting(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const { id } = requireAccount(state, token, visit.params['account'] ?? '')
  return Response.json(settingJson(id, state.notifications.get(id)))
}

/**
 * @throws Refusal if the topic does not exist or Google's service account is not allowed to
 * publish to it.
 */
function requireTopic({ topics }: GoogleState, topic: string): void {
  if (!/^projects\/[^/]+\/topics\/[^/]+$/.test(topic)) throw badField('pubsub_topic', 'Invalid topic name.')
  if (topics.get(topic) !== true)
    throw new Refusal(
      'FAILED_PRECONDITION',
      `mybusiness-api-pubsub@system.gserviceaccount.com may not publish to ${topic}.`,
    )
}

/**
 * PATCH /v1/accounts/{account}/notificationSetting: changes the fields in the mask. An account has
 * only one setting.
 */
export async function patchSetting(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['updateMask'])
  const { id } = requireAccount(state, token, visit.params['account'] ?? '')
  const body = await readBody(visit, SETTING)
  const mask = readMask(SETTING, visit.url.searchParams.get('updateMask'), 'update_mask')
  const names = new Set(mask.map(([name]) => name))
  const before = state.notifications.get(id) ?? { pubsubTopic: '', notificationTypes: [] }
  const given = body as { readonly pubsubTopic?: string; readonly notificationTypes?: readonly string[] } // safe cast: readBody checks the shape with SETTING, and `??` below replaces null
  const setting: NotificationSetting = {
    pubsubTopic: names.has('pubsubTopic') ? (given.pubsubTopic ?? '') : before.pubsubTopic,
    notificationTypes: names.has('notificationTypes')
      ? (given.notificationTypes ?? [])
      : before.notificationTypes,
  }
  if (setting.pubsubTopic !== '') requireTopic(state, setting.pubsubTopic)
  state.notifications.set(id, setting)
  return Response.json(settingJson(id, setting))
}
