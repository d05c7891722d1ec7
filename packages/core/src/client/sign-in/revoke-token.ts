import { AuthError, NotFoundError } from '../../errors/index.js'
import { has } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import type { CallOptions } from '../types.js'

/**
 * Revokes the token if the network supports revocation. A token that is already revoked counts as success. If the
 * network cannot be reached, the promise rejects.
 */
export async function revokeToken(runner: AccountRunner, options: CallOptions): Promise<void> {
  if (!has(runner.platform, 'revoke')) return
  await runner
    .run('revoke', options, (platform, call) => platform.revoke(call))
    .catch((error: unknown) => {
      if (!AuthError.is(error) && !NotFoundError.is(error)) throw error
    })
}
