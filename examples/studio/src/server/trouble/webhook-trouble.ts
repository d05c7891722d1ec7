import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import type { StudioParts } from '../parts.js'
import { SOCIAL_PREFIX } from '../social-routes.js'

const LATE_MS = 5000
/** Header that marks a repeated webhook request, so that the request is not repeated again. */
const AGAIN = 'x-studio-again'

/**
 * Delays or repeats webhook requests while the switches are on. A repeated request has the same
 * signature as the first.
 */
export function webhookTrouble(app: FastifyInstance, { troubles, trace, stopping }: StudioParts): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const [, network] = /\/webhooks\/([a-z_]+)/.exec(request.url) ?? []
    if (network === undefined || !request.url.startsWith(SOCIAL_PREFIX)) return payload
    const isAgain = request.headers[AGAIN] !== undefined
    const arrived = performance.now()
    const end = trace.add({
      kind: 'PUSHED',
      network,
      operation: 'webhook',
      text: `${request.method} ${request.url}`,
      state: 'RUNNING',
      status: null,
      attempt: isAgain ? 2 : 1,
      millis: null,
      problem: null,
      isBackground: false,
    })
    if (troubles.isOn(network, 'lateWebhooks'))
      await pause(LATE_MS, null, { signal: stopping }).catch(() => null)
    end({ state: 'DONE', millis: Math.round(performance.now() - arrived) })
    if (isAgain || !troubles.isOn(network, 'doubleWebhooks')) return payload
    const chunks: Buffer[] = []
    const { method, url, headers } = request
    return payload.pipe(
      new PassThrough({
        transform(chunk: Buffer, _encoding, done) {
          chunks.push(chunk)
          done(null, chunk)
        },
        flush(done) {
          done()
          if (method !== 'POST') return
          app
            .inject({ method, url, headers: { ...headers, [AGAIN]: '1' }, payload: Buffer.concat(chunks) })
            .catch(() => undefined) // Ignored because a single repeated request is enough. A real network would retry.
        },
      }),
    )
  })
}
