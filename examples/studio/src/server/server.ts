import { socialRoutes } from '@social/fastify'
import Fastify, { type FastifyInstance } from 'fastify'

import type { StudioInfo } from '../shared/api.js'
import { describeNetworks } from './networks.js'
import { servePage } from './page-files.js'
import type { StudioParts } from './parts.js'
import { answerRefusals } from './refusals.js'
import { accountRoutes, describeAccounts, redirectUriOf, SOCIAL_PREFIX } from './routes/account-routes.js'
import { postRoutes } from './routes/post-routes.js'
import { updateRoutes } from './routes/update-routes.js'
import { uploadRoutes } from './routes/upload-routes.js'
import { onlyFromOwnPage } from './same-site.js'

function studioRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { posts, updates, live, playground } = parts
  app.get('/api/studio', async (): Promise<StudioInfo> => ({
    networks: describeNetworks(playground.host),
    accounts: await describeAccounts(parts),
    posts: posts.all(),
    updates: updates.all(),
  }))
  app.get('/api/events', (_request, reply) => {
    reply.hijack()
    live.add(reply.raw)
  })
}

/** The library's routes, the studio's own, and the page. */
export async function makeServer(parts: StudioParts, pageFolder: string): Promise<FastifyInstance> {
  const { social, accounts, inbox, origin, playground } = parts
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', onlyFromOwnPage(origin))
  answerRefusals(app)

  // Sign-in: /social/connect/:platform sends people to the network, /social/callback/:platform takes them back.
  await app.register(socialRoutes, {
    prefix: SOCIAL_PREFIX,
    client: social,
    redirectUri: redirectUriOf(origin),
    finished: (outcome) => {
      if (outcome.step === 'FAILED') return `/?problem=${encodeURIComponent(outcome.error.message)}`
      if (outcome.step !== 'CONNECTED') return null
      accounts.save(outcome.connection)
      inbox.start(outcome.connection.id)
      return `/?connected=${encodeURIComponent(outcome.connection.id)}`
    },
  })

  studioRoutes(app, parts)
  accountRoutes(app, parts)
  postRoutes(app, parts)
  updateRoutes(app, parts)
  uploadRoutes(app, parts)
  servePage(app, pageFolder, playground.origin)
  return app
}
