import { RateLimitError, SocialBaseError, statusFor, userMessageOf } from '@social/core'
import type { FastifyInstance } from 'fastify'

/** Refusal of the studio itself. The page shows the text. */
class StudioRefusal extends Error {
  readonly userMessage: string

  constructor(text: string) {
    super(text)
    this.userMessage = text
  }
}

/** Error for a request that the studio cannot process. */
export class BadRequest extends StudioRefusal {
  override readonly name = 'BadRequest'
  readonly statusCode = 400
}

/** Error for a requested item that no longer exists. */
export class Gone extends StudioRefusal {
  override readonly name = 'Gone'
  readonly statusCode = 404
}

/** Returns the text of an error for the page: of the studio itself, or the library's message for people. */
export function shownText(error: unknown): string {
  return error instanceof StudioRefusal ? error.userMessage : userMessageOf(error)
}

function statusOf(error: unknown): number {
  if (SocialBaseError.is(error)) return statusFor(error)
  const hasStatus = typeof error === 'object' && error !== null && 'statusCode' in error
  return hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500
}

/** Sends the text of every error as the response. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error)
    if (status === 500) console.error(error)
    if (RateLimitError.is(error) && error.retryAfter !== null)
      void reply.header('retry-after', Math.ceil(error.retryAfter))
    return reply.code(status).send({ error: shownText(error) })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Page not found.' }))
}
