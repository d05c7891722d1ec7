import type { Connection } from '../models/index.js'
import { answerWithin } from '../storage/answer-within.js'
import { type Health, healthOf } from '../tokens/health.js'
import type { TokenKeeper } from '../tokens/token-keeper.js'
import type { AccountRunner } from './account/account-runner.js'
import type { ClientParts } from './client-parts.js'
import { revokeToken } from './sign-in/revoke-token.js'
import type { CallOptions } from './types.js'

/** Revokes the token of an account if the network supports revocation, then deletes the connection. */
export async function disconnectAccount(
  parts: ClientParts,
  runner: AccountRunner,
  options: CallOptions,
): Promise<void> {
  const { signal } = options
  signal?.throwIfAborted()
  parts.engine.assertOpen()
  const stored = await readStored(parts, runner.id, signal)
  if (stored !== null) await revokeToken(runner, options)
  await parts.keeper.remove(runner.id, signal && { signal })
}

/** Returns the health of a stored connection. Sends no request. */
export async function readHealth(parts: ClientParts, connectionId: string): Promise<Health> {
  parts.engine.assertOpen()
  const connection = await readStored(parts, connectionId)
  const platform = connection && parts.platformFor(connection.platform)
  const rule = connection && platform && platform.renewal(connection)
  return healthOf(connection, rule, parts.clock.now(), platform && platform.displayName)
}

/** Returns the client's renewals of due tokens, which are refused after the client was closed. */
export function openKeeper({ keeper, engine }: ClientParts): Pick<TokenKeeper, 'renewIfDue'> {
  return {
    async renewIfDue(connectionId, options) {
      engine.assertOpen()
      return keeper.renewIfDue(connectionId, options)
    },
  }
}

function readStored(
  { clock, storage }: ClientParts,
  connectionId: string,
  signal?: AbortSignal,
): Promise<Connection | null> {
  return answerWithin(storage.getConnection(connectionId), { clock, what: 'storage.getConnection', signal })
}
