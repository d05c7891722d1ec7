import { RateLimitError, SocialBaseError, statusFor } from '@social/core'
import type { FastifyInstance } from 'fastify'

/** Error for a request that the studio cannot process. The page shows the message. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'
  readonly statusCode = 400
}

/** Error for a requested item that no longer exists. */
export class Gone extends Error {
  override readonly name = 'Gone'
  readonly statusCode = 404
}

function statusOf(error: unknown): number {
  if (SocialBaseError.is(error)) return statusFor(error)
  const hasStatus = typeof error === 'object' && error !== null && 'statusCode' in error
  return hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500
}

/**
 * Sends the message of every error as the response. The library's messages name the required
 * action and contain no secrets.
 */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error)
    if (status === 500) console.error(error)
    if (RateLimitError.is(error) && error.retryAfter !== null)
      void reply.header('retry-after', Math.ceil(error.retryAfter))
    const message = error instanceof Error ? error.message : 'An unknown error occurred.'
    return reply.code(status).send({ error: message })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Page not found.' }))
}
