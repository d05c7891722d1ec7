import { blocks } from '../people/people.js'
import type { Notification, Person } from '../records.js'
import type { MastodonState } from '../state.js'
import { streamNotification } from '../streaming/streams.js'

/** Content of a new notification. */
export interface News {
  readonly type: string
  readonly from: Person | null
  readonly statusId: string | null
  /** True if the person's notification policy filters the notification. */
  readonly filtered?: boolean
}

function notificationId({ ids, seed, settings }: MastodonState, type: string, now: Date): string {
  switch (settings.notificationIds) {
    case 'RANDOM':
      return `n${seed.token('notification', 20)}`
    case 'TIMED':
      return `${now.toISOString()}/${type}/${seed.token('notification', 20)}`
    default:
      return ids.next('notification', now)
  }
}

/**
 * Notifies a person of this server. The person's own actions and actions of blocked people cause
 * no notification.
 */
export function notify(state: MastodonState, person: Person, news: News): Notification | null {
  const { from } = news
  if (person.host !== null || from?.id === person.id) return null
  if (from !== null && blocks(state, person.id, from.id)) return null
  const now = state.clock.now()
  const notification: Notification = {
    id: notificationId(state, news.type, now),
    personId: person.id,
    type: news.type,
    createdAt: now,
    fromId: from?.id ?? null,
    statusId: news.statusId,
    filtered: news.filtered ?? false,
  }
  const reported = state.notifications.get(person.id) ?? []
  reported.push(notification)
  state.notifications.set(person.id, reported)
  streamNotification(state, notification)
  return notification
}
