import type { AnyAccount } from '@social/core'

import type { StudioParts } from '../parts.js'
import { Gone } from '../refusals.js'

/** Finds accounts of the studio. The function throws `Gone` for a removed account. */
export function accountFinder({ social, accounts }: StudioParts): (id: string) => AnyAccount {
  return (id) => {
    if (!accounts.has(id)) throw new Gone('This account is no longer connected.')
    return social.account(id)
  }
}
