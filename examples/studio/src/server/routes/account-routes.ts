import { platformOf } from '@social/core'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { LimitsInfo, OptionChoices } from '../../shared/api.js'
import { describeAccounts } from '../accounts.js'
import { readHours, writeHours } from '../opening-hours.js'
import { optionChoices } from '../option-choices.js'
import type { StudioParts } from '../parts.js'
import { BadRequest, Gone } from '../refusals.js'
import { idOf, readBody } from './read-request.js'

const connectBody = v.object({ network: v.string(), host: v.nullable(v.string()) })
const hoursBody = v.object({ opens: v.string(), closes: v.string() })
const measureBody = v.object({ text: v.string(), options: v.record(v.string(), v.unknown()) })

/** Where the library's own routes are mounted. */
export const SOCIAL_PREFIX = '/social'
/** Where a network sends people back to; for all of them with `{platform}` in place of a name. TikTok Business wants the slash. */
export const redirectUriOf = (origin: string, network = '{platform}'): string =>
  `${origin}${SOCIAL_PREFIX}/callback/${network}/`
/** Where a network pushes its news to. */
export const webhookUrlOf = (origin: string, network: string): string =>
  `${origin}${SOCIAL_PREFIX}/webhooks/${network}`

/** Connecting accounts, letting them go, and what they allow. */
export function accountRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { social, accounts, inbox, live, origin, stopping: signal } = parts
  const known = (id: string) => {
    if (!accounts.all().some((account) => account.id === id))
      throw new Gone('That account is not connected any more.')
    return social.account(id)
  }

  app.post('/api/accounts', async (request) => {
    const { network, host } = readBody(connectBody, request)
    if (!social.hasPlatform(network)) throw new BadRequest(`The studio has no network called ${network}.`)
    // A server we never met: register the studio there first. It is kept, so this happens once.
    if (social.features(network).has('CREATE_APP') && !(await social.hasApp(network, host)))
      await social.createApp(network, {
        name: 'Studio',
        redirectUri: redirectUriOf(origin, network),
        host,
        signal,
      })
    const query = host === null ? '' : `?host=${encodeURIComponent(host)}`
    return { url: `${SOCIAL_PREFIX}/connect/${network}${query}` }
  })

  app.delete('/api/accounts/:id', async (request) => {
    const id = idOf(request)
    await inbox.stop(id)
    accounts.remove(id)
    await social.disconnect(id, { signal })
    const left = await describeAccounts(parts)
    live.tell('accounts', left)
    return left
  })

  app.get('/api/accounts/:id/limits', async (request): Promise<LimitsInfo> => {
    const { maxTextLength, maxImages, maxVideos } = await known(idOf(request)).limits({ signal })
    return { maxTextLength, maxImages, maxVideos }
  })

  app.get('/api/accounts/:id/choices', async (request): Promise<OptionChoices> => {
    const id = idOf(request)
    return optionChoices(platformOf(id), known(id), signal)
  })

  app.get('/api/accounts/:id/hours', (request) => readHours(known(idOf(request)), signal))

  app.put('/api/accounts/:id/hours', (request) =>
    writeHours(known(idOf(request)), readBody(hoursBody, request), signal),
  )

  app.post('/api/accounts/:id/measure', async (request) => {
    const { text, options } = readBody(measureBody, request)
    return { length: await known(idOf(request)).measureText(text, { options, signal }) }
  })
}
