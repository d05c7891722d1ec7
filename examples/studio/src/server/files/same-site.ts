import type { FastifyReply, FastifyRequest } from 'fastify'

/** Only the studio's own page may change anything: another site open in the same browser may not. */
export function onlyFromOwnPage(origin: string) {
  const { host } = new URL(origin)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // A name that was made to point at this machine is not ours either.
    const isOurHost = request.headers.host === host
    const from = request.headers.origin ?? origin
    if (isOurHost && (request.method === 'GET' || from === origin)) return undefined
    return reply.code(403).send({ error: `Open the studio at ${origin}.` })
  }
}
