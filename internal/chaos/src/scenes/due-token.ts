import { Token } from '@social/core'

import type { World } from '../workers/world.js'

/** Seconds for which a token that is about to be renewed still works, as we know it. */
const LITTLE_TIME_SECONDS = 5

/** The token of the account runs out, as far as we know: the next call renews it. */
export async function makeTokenDue({ clock, stores, opened: { connection } }: World): Promise<void> {
  const { accessToken, refreshToken, refreshTokenExpiresAt } = connection.token
  const expiresAt = new Date(clock.now().getTime() + LITTLE_TIME_SECONDS * 1000)
  const token = new Token({ accessToken, refreshToken, refreshTokenExpiresAt, expiresAt })
  await stores.storage.saveConnection(connection.withToken(token))
}
