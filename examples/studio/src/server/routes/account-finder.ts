import type { AnyAccount } from '@social/core'

import type { StudioParts } from '../parts.js'
import { Gone } from '../refusals.js'

/**
 * Returns a function that finds an account by id. The function throws `Gone` if the account was
 * removed.
 */
export function accountFinder({ social, accounts }: StudioParts): (id: string) => AnyAccount {
  return (id) => {
    if (!accounts.has(id)) throw new Gone('This account is no longer connected.')
    return social.account(id)
  }
}
