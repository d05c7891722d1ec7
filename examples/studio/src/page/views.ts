import type { ComponentType } from 'preact'

import type { ViewName } from '../shared/views.js'
import type { IconName } from './components/icon.js'
import type { ViewProps } from './view-props.js'
import { AccountsView } from './views/accounts/index.js'
import { ComposeView } from './views/compose/index.js'
import { InboxView } from './views/inbox/index.js'
import { PostsView } from './views/posts/index.js'
import { StatisticsView } from './views/statistics/index.js'
import { TroubleView } from './views/trouble/index.js'

/**
 * Components of the views. To add a view, add a folder in `views`, a line here and a name in
 * `shared/views.ts`.
 */
export const VIEW_COMPONENTS: Readonly<Record<ViewName, ComponentType<ViewProps>>> = {
  compose: ComposeView,
  posts: PostsView,
  inbox: InboxView,
  accounts: AccountsView,
  statistics: StatisticsView,
  trouble: TroubleView,
}

export const VIEW_ICONS: Readonly<Record<ViewName, IconName>> = {
  compose: 'pen',
  posts: 'posts',
  inbox: 'inbox',
  accounts: 'follow',
  statistics: 'chart',
  trouble: 'spark',
}
