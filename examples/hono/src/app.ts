import { Dispatcher, InMemoryStorage, SocialClient, whatNext } from '@social/core'
import { Routes } from '@social/core/routes'
import { mastodon } from '@social/mastodon'
import { Hono } from 'hono'

/** Options of the example: its port, and the URL of the Mastodon server. */
export interface ExampleOptions {
  readonly port: number
  readonly server: string
}

/**
 * Creates an application in which people connect an account, publish posts and read mentions of
 * the account.
 */
export async function makeApp({ port, server }: ExampleOptions): Promise<Hono> {
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

  const routes = new Routes(social, {
    redirectUri,
    deliver: dispatcher.deliver,
    finished: (outcome) => (outcome.step === 'CONNECTED' ? `/accounts/${outcome.connection.id}/inbox` : null),
  })

  const app = new Hono()
  // Shows a visitor the library's user message, which contains the required action. The details of
  // other errors are not shown.
  app.onError((error) => {
    const { status, userMessage, todo, afterSeconds } = whatNext(error)
    if (status === 500) console.error(error)
    const headers = afterSeconds === null ? {} : { 'retry-after': String(Math.ceil(afterSeconds)) }
    return Response.json({ error: userMessage, todo }, { status, headers })
  })
  // GET /social/connect/mastodon?host=… starts a sign-in. Hono needs no adapter package, because
  // the routes use Request and Response.
  app.all('/social/*', (context) => routes.handle(context.req.raw))

  app.post('/accounts/:id/posts', async (context) => {
    const { text } = await context.req.json<{ text: string }>()
    const { url } = await social.accountOf('mastodon', context.req.param('id')).post({ text })
    return context.json({ url }, 201)
  })
  // Mastodon is polled here. Networks with webhooks push updates instead. Updates already handled
  // are skipped.
  app.get('/accounts/:id/inbox', async (context) => {
    const { updates } = await social.accountOf('mastodon', context.req.param('id')).fetchUpdatesAfter(null)
    for (const update of updates) await dispatcher.deliver(update)
    return context.json(inbox)
  })
  return app
}
