import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { type TroubleInfo, TROUBLES } from '../../shared/trouble.js'
import type { StudioParts } from '../parts.js'
import { BadRequest } from '../refusals.js'
import { readBody } from './read-request.js'

const switchBody = v.object({ network: v.string(), trouble: v.picklist(TROUBLES), isOn: v.boolean() })

/** Environment variable: `npm run demo` restarts the process when it exits. */
export const SUPERVISED = 'STUDIO_SUPERVISED'

/** Routes to break the emulated networks and to read the steps of the library. */
export function troubleRoutes(app: FastifyInstance, parts: StudioParts): void {
  const { troubles, trace, networks } = parts
  const canKill = process.env[SUPERVISED] !== undefined
  const describe = (): TroubleInfo => ({
    switches: Object.fromEntries(
      (Object.keys(networks.control) as (keyof typeof networks.control)[]) // Its own keys.
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

  /** SIGKILL, as the kernel sends it when memory is exhausted. The process cannot clean up. */
  app.post('/api/trouble/kill', () => {
    if (!canKill) throw new BadRequest('No supervisor would restart the studio. Start it with npm run demo.')
    setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return null
  })
}
