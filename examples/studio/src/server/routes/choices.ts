import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { OptionChoice, OptionChoices } from '../../shared/networks.js'
import type { StudioParts } from '../parts.js'
import { BadRequest } from '../refusals.js'
import { accountFinder } from './account-finder.js'
import { idOf, readBody } from './read-request.js'

const choicesBody = v.object({ options: v.record(v.string(), v.unknown()) })
const searchBody = v.object({
  option: v.string(),
  text: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a search text.'), v.maxLength(200)),
})

/**
 * Adds the routes that read option values from the network, as lists or by search. These routes
 * change nothing.
 */
export function choicesRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { stopping: signal } = parts
  const find = accountFinder(parts)

  // The request contains the selected values, because the list of one option can depend on another
  // option.
  app.post('/api/accounts/:id/choices', async (request): Promise<OptionChoices> => {
    const account = find(idOf(request))
    const { options } = readBody(choicesBody, request)
    return account.can('listChoices') ? account.listChoices({ options, signal }) : {}
  })

  app.post('/api/accounts/:id/search', async (request): Promise<readonly OptionChoice[]> => {
    const account = find(idOf(request))
    const { option, text } = readBody(searchBody, request)
    if (!account.can('searchChoices')) throw new BadRequest('This network has no searchable options.')
    return account.searchChoices(option, text, { signal })
  })
}
