import { fullNameOf } from '../places/people.js'
import type { Json, Location, Subscription } from '../records.js'
import type { NotificationShape } from '../settings.js'
import { type GoogleState, nextNumber } from '../state.js'

/** Notification types that Google no longer sends, because Google ended the questions service. */
const DEAD = new Set(['NEW_QUESTION', 'UPDATED_QUESTION', 'NEW_ANSWER', 'UPDATED_ANSWER'])

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Returns a notification as JSON. `shape` selects the field names: those of captured traffic or of
 * one of Google's two documents.
 */
function notificationJson(
  shape: NotificationShape,
  type: string,
  resources: Readonly<Record<string, string>>,
): Json {
  if (shape === 'CAPTURED') return { type, ...resources }
  const long = Object.entries(resources).map(([name, value]) => [`${name}Name`, value] as const)
  const spell = (name: string): string => (shape === 'V1_PROSE' ? snake(name) : name)
  return Object.fromEntries([
    [spell('notificationType'), type],
    ...long.map(([name, value]) => [spell(name), value] as const),
  ])
}

/**
 * Sends data to a push subscription in the format of `pushPayload`. The wrapped formats contain
 * the message id in two spellings, as Pub/Sub sends it.
 */
export function push(
  state: GoogleState,
  subscription: Subscription,
  data: string,
  attributes: Json = {},
): void {
  const messageId = nextNumber(state)
  const publishTime = state.clock.now().toISOString()
  const { pushPayload } = state.settings
  const message = {
    data: Buffer.from(data).toString('base64'),
    attributes,
    messageId,
    message_id: messageId,
    ...(pushPayload === 'WRAPPED' && { publishTime, publish_time: publishTime }),
  }
  const metadata = {
    'x-goog-pubsub-subscription-name': subscription.name,
    'x-goog-pubsub-message-id': messageId,
    'x-goog-pubsub-publish-time': publishTime,
  }
  const one = {
    url: subscription.endpoint,
    body: pushPayload.startsWith('WRAPPED')
      ? JSON.stringify({ message, subscription: subscription.name })
      : data,
    ...(pushPayload === 'UNWRAPPED_WITH_METADATA' && { headers: metadata }),
  }
  state.pushedTo.set(one, subscription)
  const pushing = state.sender.push(one).finally(() => state.pushing.delete(pushing))
  state.pushing.add(pushing)
}

/**
 * Sends a notification for every account that lists the location and is subscribed to this type.
 */
export function notify(
  state: GoogleState,
  location: Location,
  type: string,
  resources: Readonly<Record<string, string>> = {},
): void {
  if (DEAD.has(type) && !state.settings.questions) return
  const data = JSON.stringify(
    notificationJson(state.settings.notificationShape, type, {
      location: fullNameOf(location),
      ...resources,
    }),
  )
  for (const account of location.accounts) {
    const setting = state.notifications.get(account)
    if (setting === undefined || !setting.notificationTypes.includes(type)) continue
    for (const subscription of state.subscriptions.values())
      if (subscription.topic === setting.pubsubTopic) push(state, subscription, data)
  }
}
