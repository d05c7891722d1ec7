// The folder `texts` contains all texts of the page. To translate the page, translate the files in
// that folder.
import { accounts } from './texts/accounts.js'
import { app } from './texts/app.js'
import { compose } from './texts/compose.js'
import { inbox } from './texts/inbox.js'
import { posts } from './texts/posts.js'
import { statistics } from './texts/statistics.js'
import { trouble } from './texts/trouble.js'
import { views } from './texts/views.js'
import { workers } from './texts/workers.js'

/** All texts of the page, by view. */
export const texts = { app, views, compose, posts, inbox, accounts, statistics, trouble, workers } as const
