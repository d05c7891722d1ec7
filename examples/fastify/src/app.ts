import { Dispatcher, InMemoryStorage, SocialBaseError, SocialClient, whatNext } from '@social/core'
import { socialRoutes } from '@social/fastify'
import { mastodon } from '@social/mastodon'
import fastify, { type FastifyInstance } from 'fastify'

/** Options of the example: its port, and the URL of the Mastodon server. */
export interface ExampleOptions {
  readonly port: number
  readonly server: string
}

/**
 * Creates an application in which people connect an account, publish posts and read mentions of
 * the account.
 */
export async function makeApp({ port, server }: ExampleOptions): Promise<FastifyInstance> {
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

  const app = fastify()
  // Shows a visitor the library's user message, which contains the required action. Fastify
  // handles other errors. Register the error handler before the routes.
  app.setErrorHandler((error, request, reply) => {
    if (!SocialBaseError.is(error)) throw error
    const { status, userMessage, todo, afterSeconds } = whatNext(error)
    if (status === 500) request.log.error(error) // Status 500 means a bug of this application, so the visitor does not see the details.
    if (afterSeconds !== null) reply.header('retry-after', Math.ceil(afterSeconds))
    return reply.code(status).send({ error: userMessage, todo })
  })
  // GET /social/connect/mastodon?host=… starts a sign-in.
  await app.register(socialRoutes, {
    prefix: '/social',
    client: social,
    redirectUri,
    deliver: dispatcher.deliver,
    finished: (outcome) => (outcome.step === 'CONNECTED' ? `/accounts/${outcome.connection.id}/inbox` : null),
  })

  app.post<{ Params: { id: string }; Body: { text: string } }>(
    '/accounts/:id/posts',
    async (request, reply) => {
      const account = social.accountOf('mastodon', request.params.id)
      const { url } = await account.post({ text: request.body.text })
      return reply.code(201).send({ url })
    },
  )
  // Mastodon is polled here. Networks with webhooks push updates instead. Updates already handled
  // are skipped.
  app.get<{ Params: { id: string } }>('/accounts/:id/inbox', async (request) => {
    const { updates } = await social.accountOf('mastodon', request.params.id).fetchUpdatesAfter(null)
    for (const update of updates) await dispatcher.deliver(update)
    return inbox
  })
  app.addHook('onClose', () => social.close())
  return app
}
