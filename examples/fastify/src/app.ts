import { Dispatcher, InMemoryStorage, SocialBaseError, SocialClient, whatNext } from '@social/core'
import { socialRoutes } from '@social/fastify'
import { mastodon } from '@social/mastodon'
import fastify, { type FastifyInstance } from 'fastify'

/** Where the example listens, and the Mastodon server its people come from. */
export interface ExampleOptions {
  readonly port: number
  readonly server: string
}

/** An application in which people connect an account, post, and see who spoke to them. */
export async function makeApp({ port, server }: ExampleOptions): Promise<FastifyInstance> {
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

  const app = fastify()
  // Tells a visitor what the library refused, and what to do about it. Above the routes; everything else is left to Fastify.
  app.setErrorHandler((error, request, reply) => {
    if (!SocialBaseError.is(error)) throw error
    const { status, message, todo, afterSeconds } = whatNext(error)
    if (status === 500) request.log.error(error) // a mistake of this application: the visitor is not told which
    if (afterSeconds !== null) reply.header('retry-after', Math.ceil(afterSeconds))
    return reply.code(status).send({ error: message, todo })
  })
  // GET /social/connect/mastodon?host=… signs somebody in.
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
  // Networks that push deliver by themselves. Mastodon is asked; what was seen before is not handled again.
  app.get<{ Params: { id: string } }>('/accounts/:id/inbox', async (request) => {
    const { updates } = await social.accountOf('mastodon', request.params.id).fetchUpdatesAfter(null)
    for (const update of updates) await dispatcher.deliver(update)
    return inbox
  })
  app.addHook('onClose', () => social.close())
  return app
}
