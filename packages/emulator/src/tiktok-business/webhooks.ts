import type { Visit } from '../framework/router.js'
import type { EventType } from './records.js'
import { type JsonObject, readJson, requireParam, requireText } from './sign-in/access.js'
import { requireApp } from './sign-in/tokens.js'
import type { BusinessState } from './state.js'
import { badField } from './wire/refusals.js'

const EVENT_TYPES: readonly EventType[] = ['COMMENT', 'VIDEO', 'DIRECT_MESSAGE', 'BRAND_MENTION']

function readType(given: string): EventType {
  const type = EVENT_TYPES.find((one) => one === given)
  if (type === undefined) throw badField('event_type', `Must be one of: ${EVENT_TYPES.join(', ')}.`)
  return type
}

function readItems({ item_list: items }: JsonObject): readonly string[] | null {
  if (items === undefined || items === null) return null
  if (!Array.isArray(items) || !items.every((one) => typeof one === 'string'))
    throw badField('item_list', 'Not a valid list of strings.')
  if (items.length > 100) throw badField('item_list', 'Longer than maximum length 100.')
  return items
}

function describe(state: BusinessState, type: EventType): object {
  const subscription = state.subscriptions.get(type)
  return {
    app_id: state.settings.appId,
    event_type: type,
    ...(subscription && { callback_url: subscription.callbackUrl }),
    ...(subscription && subscription.itemList.size > 0 && { item_list: [...subscription.itemList] }),
  }
}

/**
 * POST /business/webhook/update/: subscribes the app to events of all its accounts at one URL. The
 * call uses the app secret instead of a token. A repeated request changes nothing.
 */
export async function updateWebhook(state: BusinessState, { request }: Visit): Promise<object> {
  const body = await readJson(request, ['app_id', 'secret', 'event_type', 'callback_url', 'item_list'])
  requireApp(state, requireText(body, 'app_id'), requireText(body, 'secret'))
  const type = readType(requireText(body, 'event_type'))
  const callbackUrl = requireText(body, 'callback_url')
  if (!URL.canParse(callbackUrl)) throw badField('callback_url', 'Not a valid URL.')
  const items = readItems(body) ?? []
  const subscription = state.subscriptions.get(type) ?? { callbackUrl, itemList: new Set<string>() }
  subscription.callbackUrl = callbackUrl
  for (const item of items) subscription.itemList.add(item)
  state.subscriptions.set(type, subscription)
  return describe(state, type)
}

/** GET /business/webhook/list/: returns the subscription of the app for an event type. */
export function listWebhook(state: BusinessState, { url: { searchParams } }: Visit): object {
  requireApp(state, requireParam(searchParams, 'app_id'), requireParam(searchParams, 'secret'))
  return describe(state, readType(requireParam(searchParams, 'event_type')))
}

/**
 * POST /business/webhook/delete/: removes videos from the subscription. Without `item_list`, ends
 * the subscription for all accounts of the app.
 */
export async function deleteWebhook(state: BusinessState, { request }: Visit): Promise<object> {
  const body = await readJson(request, ['app_id', 'secret', 'event_type', 'item_list'])
  requireApp(state, requireText(body, 'app_id'), requireText(body, 'secret'))
  const type = readType(requireText(body, 'event_type'))
  const items = readItems(body)
  if (items === null) state.subscriptions.delete(type)
  for (const item of items ?? []) state.subscriptions.get(type)?.itemList.delete(item)
  return describe(state, type)
}
