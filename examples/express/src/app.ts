import { Dispatcher, InMemoryStorage, SocialBaseError, SocialClient, whatNext } from '@social/core'
import { socialRoutes } from '@social/express'
import { mastodon } from '@social/mastodon'
import express, { type ErrorRequestHandler, type Express } from 'express'

/** Where the example listens, and the Mastodon server its people come from. */
export interface ExampleOptions {
  readonly port: number
  readonly server: string
}

/** An application in which people connect an account, post, and see who spoke to them. */
export async function makeApp({ port, server }: ExampleOptions): Promise<Express> {
  const social = new SocialClient({
    storage: new InMemoryStorage(),
    platforms: { mastodon: mastodon() },
    allowLoopback: true, // for the emulator; leave it out where real servers are met
  })
  const redirectUri = `http://localhost:${port}/social/callback/{platform}`
  await social.createApp('mastodon', {
    name: 'Example',
    host: server,
    redirectUri: redirectUri.replace('{platform}', 'mastodon'),
  })

  const inbox: string[] = []
  const dispatcher = new Dispatcher({ seen: social.seenUpdates })
  dispatcher.onAny((update) => void inbox.push(`${update.kind} by ${update.actor?.handle ?? 'somebody'}`))

  const app = express()
  // GET /social/connect/mastodon?host=… signs somebody in. Above the parsers: webhook signatures are verified over the exact bytes.
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
  // Networks that push deliver by themselves. Mastodon is asked; what was seen before is not handled again.
  app.get('/accounts/:id/inbox', async (request, response) => {
    const { updates } = await social.accountOf('mastodon', request.params.id).fetchUpdatesAfter(null)
    for (const update of updates) await dispatcher.deliver(update)
    response.json(inbox)
  })
  app.use(answerErrors) // below every route
  return app
}

/** Tells a visitor what the library refused, and what to do about it. Everything else is left to Express. */
const answerErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent || !SocialBaseError.is(error)) return next(error)
  const { status, message, todo, afterSeconds } = whatNext(error)
  if (status === 500) console.error(error) // a mistake of this application: the visitor is not told which
  if (afterSeconds !== null) response.set('retry-after', String(Math.ceil(afterSeconds)))
  response.status(status).json({ error: message, todo })
}
