import { Token } from '@social/core'

import type { World } from '../workers/world.js'

/** Remaining lifetime in seconds, short enough for the library to renew the token. */
const REMAINING_SECONDS = 5

/** Makes the account's token almost expired, so that the next call renews the token. */
export async function makeTokenDue({ clock, stores, opened: { connection } }: World): Promise<void> {
  const { accessToken, refreshToken, refreshTokenExpiresAt } = connection.token
  const expiresAt = new Date(clock.now().getTime() + REMAINING_SECONDS * 1000)
  const token = new Token({ accessToken, refreshToken, refreshTokenExpiresAt, expiresAt })
  await stores.storage.saveConnection(connection.withToken(token))
}
