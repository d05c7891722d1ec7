import type { FastifyReply, FastifyRequest } from 'fastify'

/** Allows changes only from the studio's own page. Other sites in the same browser are refused. */
export function onlyFromOwnPage(origin: string) {
  const { host } = new URL(origin)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // Another host name that resolves to this machine is refused (DNS rebinding).
    const isOurHost = request.headers.host === host
    const from = request.headers.origin ?? origin
    if (isOurHost && (request.method === 'GET' || from === origin)) return undefined
    return reply.code(403).send({ error: `Open the studio at ${origin}.` })
  }
}
