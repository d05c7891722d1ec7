import { Dispatcher, InMemoryStorage, SocialBaseError, SocialClient, whatNext } from '@social/core'
import { socialRoutes } from '@social/express'
import { mastodon } from '@social/mastodon'
import express, { type ErrorRequestHandler, type Express } from 'express'

/** Options of the example: its port, and the URL of the Mastodon server. */
export interface ExampleOptions {
  readonly port: number
  readonly server: string
}

/**
 * Creates an application in which people connect an account, publish posts and read mentions of
 * the account.
 */
export async function makeApp({ port, server }: ExampleOptions): Promise<Express> {
  const social = new SocialClient({
    storage: new InMemoryStorage(),
    platforms: { mastodon: mastodon() },
    allowLoopback: true, // Allows the emulator on this machine. Remove this line when you use real servers.
  })
  const redirectUri = `http://localhost:${port}/social/callback/{platform}`
  await social.createApp('mastodon', {
    name: 'Example',
    host: server,
    redirectUri: redirectUri.replace('{platform}', 'mastodon'),
  })

  const inbox: string[] = []
  const dispatcher = new Dispatcher({ seen: social.seenUpdates })
  dispatcher.onAny(({ kind, actor, text }) => {
    inbox.push(`${kind} by ${actor?.handle ?? 'somebody'}: ${text ?? ''}`)
  })

  const app = express()
  // GET /social/connect/mastodon?host=… starts a sign-in. Mount these routes before the body
  // parsers, because webhook signatures are verified over the exact bytes.
  app.use(
    '/social',
    socialRoutes({
      client: social,
      redirectUri,
      deliver: dispatcher.deliver,
      finished: (outcome) =>
        outcome.step === 'CONNECTED' ? `/accounts/${outcome.connection.id}/inbox` : null,
    }),
  )
  app.use(express.json())

  app.post('/accounts/:id/posts', async (request, response) => {
    const account = social.accountOf('mastodon', request.params.id)
    const { url } = await account.post({ text: String(request.body.text) })
    response.status(201).json({ url })
  })
  // Mastodon is polled here. Networks with webhooks push updates instead. Updates already handled
  // are skipped.
  app.get('/accounts/:id/inbox', async (request, response) => {
    const { updates } = await social.accountOf('mastodon', request.params.id).fetchUpdatesAfter(null)
    for (const update of updates) await dispatcher.deliver(update)
    response.json(inbox)
  })
  app.use(answerErrors) // Register the error handler after every route.
  return app
}

/**
 * Shows a visitor the library's user message in the language of the browser. Express handles other
 * errors.
 */
const answerErrors: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent || !SocialBaseError.is(error)) return next(error)
  const { status, userMessage, todo, afterSeconds } = whatNext(error, {
    language: request.acceptsLanguages('en', 'de') || 'en',
  })
  if (status === 500) console.error(error) // Status 500 means a bug of this application, so the visitor does not see the details.
  if (afterSeconds !== null) response.set('retry-after', String(Math.ceil(afterSeconds)))
  response.status(status).json({ error: userMessage, todo })
}
