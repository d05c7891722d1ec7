import { AuthError } from '../../errors/index.js'
import { type Connection, Token } from '../../models/index.js'

/** Returns the error with which a promise rejects, or null if it resolves. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  )

/** Waits until all promise callbacks that are ready have run. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Makes the error of a network for a refresh token that was used before. */
export const refusal = (): AuthError =>
  new AuthError('invalid_grant', { platform: 'bluesky', raw: { error: 'invalid_grant' } })

/** Returns the connection as another worker would store it after a renewal. */
export const renewedElsewhere = (connection: Connection): Connection =>
  connection.withToken(
    new Token({ accessToken: 'theirs', refreshToken: 'theirs', expiresAt: '2026-06-01T00:00:00Z' }),
  )
