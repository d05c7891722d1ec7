import type { Connection } from '../models/index.js'
import { HIDDEN } from '../models/index.js'

/** Anything shorter is no secret, and may be part of ordinary words. */
const SHORTEST_SECRET = 8

/** Takes the secrets of a connection out of what an error says: some networks quote the token they refuse. */
export function redactError<E extends Error>(error: E, connection: Connection | null): E {
  if (connection === null) return error
  const { accessToken, refreshToken, proofKey } = connection.token
  for (const secret of [accessToken, refreshToken, proofKey]) {
    if (secret === null || secret.length < SHORTEST_SECRET) continue
    if (error.message.includes(secret)) error.message = error.message.replaceAll(secret, HIDDEN)
    if (error.stack?.includes(secret)) error.stack = error.stack.replaceAll(secret, HIDDEN)
  }
  return error
}
