import { accountJson } from '../people/account-json.js'
import type { Notification, Person } from '../records.js'
import type { MastodonState } from '../state.js'
import { statusJson } from '../statuses/status-json.js'

function groupKey({ id, type, statusId, createdAt }: Notification): string {
  const hours = Math.floor(createdAt.getTime() / 3_600_000)
  if (type === 'favourite' || type === 'reblog') return `${type}-${statusId ?? ''}-${hours}`
  return type === 'follow' ? `follow-${hours}` : `ungrouped-${id}`
}

/** Describes a notification as its recipient sees it. */
export function notificationJson(
  state: MastodonState,
  viewer: Person,
  notification: Notification,
): Record<string, unknown> {
  const from = state.people.get(notification.fromId ?? '')
  const status = state.statuses.get(notification.statusId ?? '')
  return {
    id: notification.id,
    type: notification.type,
    created_at: notification.createdAt.toISOString(),
    group_key: groupKey(notification),
    ...(from !== undefined && { account: accountJson(state, from) }),
    ...(status !== undefined && { status: statusJson(state, viewer, status) }),
    ...(notification.filtered && { filtered: true }),
  }
}
