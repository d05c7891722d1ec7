import { socialRoutes } from '@social/fastify'
import Fastify, { type FastifyInstance } from 'fastify'

import type { StudioInfo } from '../shared/api.js'
import { describeAccounts } from './accounts/accounts.js'
import { connectionsOf } from './accounts/connections-of.js'
import { describeSpending } from './accounts/spending.js'
import { SCOPES, webhookSecrets } from './emulated/apps.js'
import { urlsOf } from './emulated/emulator.js'
import { suggestedHost } from './emulated/sample-sign-in.js'
import { servePage } from './files/page-files.js'
import { onlyFromOwnPage } from './files/same-site.js'
import { describeNetworks } from './networks.js'
import type { StudioParts } from './parts.js'
import { answerRefusals } from './refusals.js'
import { accountsRoutes } from './routes/accounts.js'
import { choicesRoutes } from './routes/choices.js'
import { composeRoutes } from './routes/compose.js'
import { inboxRoutes } from './routes/inbox.js'
import { postsRoutes } from './routes/posts.js'
import { statisticsRoutes } from './routes/statistics.js'
import { troubleRoutes } from './routes/trouble.js'
import { uploadsRoutes } from './routes/uploads.js'
import { workersRoutes } from './routes/workers.js'
import { redirectUriOf, SOCIAL_PREFIX } from './social-routes.js'
import { webhookTrouble } from './trouble/webhook-trouble.js'

/** Functions that add the studio's routes. Each view of the page has its own function. */
const DOORS = [
  studioRoutes,
  uploadsRoutes,
  composeRoutes,
  choicesRoutes,
  postsRoutes,
  inboxRoutes,
  accountsRoutes,
  statisticsRoutes,
  troubleRoutes,
  workersRoutes,
] as const

function studioRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, posts, updates, drafts, live, platforms, networks, many } = parts
  app.get('/api/studio', async (): Promise<StudioInfo> => ({
    networks: describeNetworks(social, platforms, suggestedHost(networks)),
    accounts: await describeAccounts(parts),
    posts: posts.all(),
    updates: updates.all(),
    conversations: updates.conversations(),
    spending: await describeSpending(social),
    drafts: drafts.all(),
    workers: many === null ? null : await many.describe(),
  }))
  app.get('/api/events', (_request, reply) => {
    reply.hijack()
    live.add(reply.raw)
  })
}

/**
 * Creates the web server with the routes of the library, the routes of the studio, and the page.
 */
export async function makeServer(parts: StudioParts, pageFolder: string): Promise<FastifyInstance> {
  const { social, accounts, inbox, live, origin, networks } = parts
  // Paths contain ids of updates. Some of these ids are whole URLs and therefore long.
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 1000 } })
  app.addHook('onRequest', onlyFromOwnPage(origin))
  answerRefusals(app)
  webhookTrouble(app, parts)

  // Sign-in: /social/connect/:platform redirects to the network, /social/callback/:platform is the redirect URI.
  // Webhooks: /social/webhooks/:platform verifies the signature and passes the updates to the same handler as
  // polling.
  await app.register(socialRoutes, {
    prefix: SOCIAL_PREFIX,
    client: social,
    redirectUri: redirectUriOf(origin),
    scopes: SCOPES,
    secrets: webhookSecrets(social.storage),
    resolveConnection: (update) => connectionsOf(update, parts),
    deliver: inbox.deliver,
    // The library shows the pages for forms, choices and refusals.
    pages: { title: 'Studio' },
    finished: async (outcome) => {
      if (outcome.step !== 'CONNECTED') return null
      const { connection } = outcome
      accounts.save(connection)
      inbox.start(connection.id)
      await parts.many?.signedIn(connection.id)
      await inbox.havePushed(connection.id)
      live.notify('accounts', await describeAccounts(parts))
      return `/accounts?connected=${encodeURIComponent(connection.id)}`
    },
  })

  for (const open of DOORS) open(app, parts)
  servePage(app, pageFolder, urlsOf(networks).join(' '))
  return app
}
