import { AuthError, NotFoundError } from '../../errors/index.js'
import { has } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import type { CallOptions } from '../types.js'

/**
 * Revokes the token if the network supports revocation. An already revoked token counts as success. An outage
 * throws.
 */
export async function revokeToken(runner: AccountRunner, options: CallOptions): Promise<void> {
  if (!has(runner.platform, 'revoke')) return
  await runner
    .run('revoke', options, (platform, call) => platform.revoke(call))
    .catch((error: unknown) => {
      if (!AuthError.is(error) && !NotFoundError.is(error)) throw error
    })
}
