import { AuthError } from '../../errors/index.js'
import { type Connection, Token } from '../../models/index.js'

/** The rejection of a promise. Null if it resolves. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  )

/** Runs everything that is ready. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Error of a network for a used refresh token. */
export const refusal = (): AuthError =>
  new AuthError('invalid_grant', { platform: 'bluesky', raw: { error: 'invalid_grant' } })

/** The connection after a renewal by another worker. */
export const renewedElsewhere = (connection: Connection): Connection =>
  connection.withToken(
    new Token({ accessToken: 'theirs', refreshToken: 'theirs', expiresAt: '2026-06-01T00:00:00Z' }),
  )
