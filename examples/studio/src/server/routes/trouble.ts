import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { type TroubleInfo, TROUBLES } from '../../shared/trouble.js'
import type { StudioParts } from '../parts.js'
import { BadRequest } from '../refusals.js'
import { readBody } from './read-request.js'

const switchBody = v.object({ network: v.string(), trouble: v.picklist(TROUBLES), isOn: v.boolean() })

/** Environment variable that is set if `npm run demo` restarts this process after it exits. */
export const SUPERVISED = 'STUDIO_SUPERVISED'

/**
 * Adds the routes that turn on faults at the emulated networks, and that return the operations of
 * the library.
 */
export function troubleRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { troubles, trace, networks } = parts
  const canKill = process.env[SUPERVISED] !== undefined
  const describe = (): TroubleInfo => ({
    switches: Object.fromEntries(
      (Object.keys(networks.control) as (keyof typeof networks.control)[]) // safe cast: Object.keys returns the keys of this object
        .map((name) => [name, troubles.switches(name)]),
    ),
    steps: trace.steps,
    canKill,
  })

  app.get('/api/trouble', describe)

  app.post('/api/trouble', (request) => {
    const { network, trouble, isOn } = readBody(switchBody, request)
    troubles.set(network, trouble, isOn)
    return describe()
  })

  app.delete('/api/trouble/steps', () => {
    trace.clear()
    return describe()
  })

  /**
   * Kills this process with SIGKILL, which the kernel also sends when memory is exhausted. The
   * process cannot clean up.
   */
  app.post('/api/trouble/kill', () => {
    if (!canKill) throw new BadRequest('No supervisor would restart the studio. Start it with npm run demo.')
    setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return null
  })
}
