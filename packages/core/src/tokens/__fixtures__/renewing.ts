import { AuthError } from '../../errors/index.js'
import { type Connection, Token } from '../../models/index.js'

/** What it rejects with; null when it does not. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  )

/** Lets everything go on that can. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What a network says of a token that is used up. */
export const refusal = (): AuthError =>
  new AuthError('invalid_grant', { platform: 'bluesky', raw: { error: 'invalid_grant' } })

/** The connection as another worker has renewed it. */
export const renewedElsewhere = (connection: Connection): Connection =>
  connection.withToken(
    new Token({ accessToken: 'theirs', refreshToken: 'theirs', expiresAt: '2026-06-01T00:00:00Z' }),
  )
