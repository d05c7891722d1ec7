// Process that handles HTTP requests. The library's routes handle sign-in and webhooks. A form adds
// posts to the queue. This process itself publishes nothing.
import { randomUUID } from 'node:crypto'

import { SocialBaseError, whatNext } from '@social/core'
import { socialRoutes } from '@social/express'
import express, { type ErrorRequestHandler } from 'express'

import { toPage } from './page.js'
import { makeParts, reportReady, untilStopped } from './parts.js'

const SHOWN = { limit: 20 }

const parts = await makeParts()
const { jobs, social, server, port } = parts
const redirectUri = `http://localhost:${port}/social/callback/{platform}`
const callback = redirectUri.replace('{platform}', 'mastodon')
await social.createApp('mastodon', { name: 'Scale', host: server, redirectUri: callback })

/** Ids of connected accounts, kept in memory. A production application stores them in a table. */
const accounts = new Set<string>()

const app = express()
// These routes are mounted before the body parsers, because webhook signatures are verified over
// the exact bytes.
app.use(
  '/social',
  socialRoutes({
    client: social,
    redirectUri,
    deliver: jobs.deliver, // The network gets its response as soon as the queue has stored the update.
    finished: async (outcome) => {
      if (outcome.step !== 'CONNECTED') return null
      accounts.add(outcome.connection.id)
      await jobs.retryConnection(outcome.connection.id)
      return '/'
    },
  }),
)
app.use(express.urlencoded({ extended: false }))
app.use((request, response, next) => {
  // Refuses forms that other sites submit, which prevents cross-site request forgery (CSRF).
  const site = request.get('sec-fetch-site')
  if (request.method === 'POST' && site === 'cross-site') response.sendStatus(403)
  else next()
})

async function readModel() {
  const [counts, waiting, running, needingPerson, ended] = await Promise.all([
    jobs.counts(),
    jobs.waiting(SHOWN),
    jobs.running(SHOWN),
    jobs.needingPerson(SHOWN),
    jobs.ended(SHOWN),
  ])
  return { counts, waiting, running, needingPerson, ended, accounts: [...accounts] }
}

app.get('/', async (_request, response) => {
  const connectUrl = `/social/connect/mastodon?host=${server}`
  response.send(toPage({ ...(await readModel()), connectUrl }))
})
app.get('/jobs.json', async (_request, response) => {
  response.json(await readModel())
})
app.post('/posts', async (request, response) => {
  const { account, text, seconds, key = randomUUID() } = request.body as Record<string, string> // safe cast: express.urlencoded() parses every field as text
  const at = Number(seconds) > 0 ? new Date(Date.now() + Number(seconds) * 1000) : null
  await jobs.publish({ connectionId: account ?? '', post: { text: text ?? '' }, idempotencyKey: key, at })
  response.redirect(303, '/')
})
app.post('/jobs/:id/:what', async (request, response) => {
  const { id, what } = request.params
  if (what === 'retry') await jobs.retry(id)
  if (what === 'dismiss') await jobs.dismiss(id)
  if (what === 'cancel') await jobs.cancel(id)
  response.redirect(303, '/')
})
const answerErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent || !SocialBaseError.is(error)) return next(error)
  const { status, userMessage } = whatNext(error)
  if (status === 500) console.error(error) // Status 500 means a bug of this application, so the visitor does not see the details.
  response.status(status).type('text').send(userMessage)
}
app.use(answerErrors)

const listening = app.listen(port, '127.0.0.1', (error) => {
  if (error) throw error // For example, the port is in use.
  reportReady()
})
await untilStopped()
listening.close()
listening.closeAllConnections()
await parts.close()
