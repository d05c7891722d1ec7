import { Token } from '@social/core'

import type { World } from '../workers/world.js'

/** Remaining seconds of a token that is about to be renewed, by the library's clock. */
const REMAINING_SECONDS = 5

/** Makes the token of the account expire by the library's clock: the next call renews it. */
export async function makeTokenDue({ clock, stores, opened: { connection } }: World): Promise<void> {
  const { accessToken, refreshToken, refreshTokenExpiresAt } = connection.token
  const expiresAt = new Date(clock.now().getTime() + REMAINING_SECONDS * 1000)
  const token = new Token({ accessToken, refreshToken, refreshTokenExpiresAt, expiresAt })
  await stores.storage.saveConnection(connection.withToken(token))
}
