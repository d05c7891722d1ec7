import type { ViewName } from '../../shared/views.js'

export const views = {
  compose: 'Compose',
  posts: 'Posts',
  inbox: 'Inbox',
  accounts: 'Accounts',
  statistics: 'Statistics',
  trouble: 'Trouble',
} as const satisfies Record<ViewName, string>
