// Everything the page says stands in the folder `words`: to translate the page, translate that folder.
import { accounts } from './words/accounts.js'
import { app } from './words/app.js'
import { compose } from './words/compose.js'
import { inbox } from './words/inbox.js'
import { look } from './words/look.js'
import { posts } from './words/posts.js'
import { trouble } from './words/trouble.js'
import { views } from './words/views.js'
import { workers } from './words/workers.js'

/** What the page says, by view. */
export const words = { app, views, compose, posts, inbox, accounts, look, trouble, workers } as const
