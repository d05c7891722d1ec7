import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Refuses requests that change data unless they come from the studio's own page. Otherwise other
 * sites in the same browser could send them.
 */
export function onlyFromOwnPage(origin: string) {
  const { host } = new URL(origin)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // A request with a different Host header is refused. Browsers send it if a foreign domain name
    // resolves to this machine (DNS rebinding).
    const isOurHost = request.headers.host === host
    const from = request.headers.origin ?? origin
    if (isOurHost && (request.method === 'GET' || from === origin)) return undefined
    return reply.code(403).send({ error: `Open the studio at ${origin}.` })
  }
}
