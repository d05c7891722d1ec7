import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { AllowanceInfo } from '../../shared/accounts.js'
import { describeAccounts } from '../accounts/accounts.js'
import { readAllowance } from '../accounts/allowance.js'
import { readHours, writeHours } from '../accounts/opening-hours.js'
import type { StudioParts } from '../parts.js'
import { BadRequest } from '../refusals.js'
import { redirectUriOf, SOCIAL_PREFIX } from '../social-routes.js'
import { accountFinder } from './account-finder.js'
import { idOf, readBody } from './read-request.js'

const connectBody = v.object({
  network: v.string(),
  host: v.nullable(v.string()),
  /** Id of the account that must sign in again. The sign-in fails for any other account. */
  accountId: v.optional(v.nullable(v.string()), null),
})
const hoursBody = v.object({ opens: v.string(), closes: v.string() })

/**
 * Adds the routes that connect accounts, sign them in again, remove them, and read their remaining
 * limits.
 */
export function accountsRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, accounts, inbox, live, origin, stopping: signal } = parts
  const account = accountFinder(parts)

  app.post('/api/accounts', async (request) => {
    const { network, host, accountId } = readBody(connectBody, request)
    if (!social.hasPlatform(network))
      throw new BadRequest(`The studio does not support the network "${network}".`)
    // Networks of many servers need an app at each server. The studio registers an app at a new
    // server once and stores it.
    if (social.features(network).has('CREATE_APP') && !(await social.hasApp(network, host)))
      await social.createApp(network, {
        name: 'Studio',
        redirectUri: redirectUriOf(origin, network),
        host,
        signal,
      })
    const query = new URLSearchParams({
      ...(host !== null && { host }),
      ...(accountId !== null && { connection_id: accountId }),
    })
    return { url: `${SOCIAL_PREFIX}/connect/${network}${query.size === 0 ? '' : `?${query.toString()}`}` }
  })

  app.delete('/api/accounts/:id', async (request) => {
    const id = idOf(request)
    await inbox.stop(id)
    accounts.remove(id)
    await social.disconnect(id, { signal })
    const left = await describeAccounts(parts)
    live.notify('accounts', left)
    return left
  })

  app.get('/api/accounts/:id/allowance', (request): Promise<AllowanceInfo> =>
    readAllowance(account(idOf(request)), signal),
  )

  app.get('/api/accounts/:id/hours', (request) => readHours(account(idOf(request)), signal))

  app.put('/api/accounts/:id/hours', (request) =>
    writeHours(account(idOf(request)), readBody(hoursBody, request), signal),
  )
}
