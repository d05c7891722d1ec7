import type { AnyAccount } from '@social/core'

import type { OptionChoices } from '../shared/api.js'

/**
 * What an account has to choose from: whatever its network lists, such as boards; nothing for most.
 *
 * @param options - What was chosen so far: some lists depend on others.
 */
export async function optionChoices(
  account: AnyAccount,
  options: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<OptionChoices> {
  return account.can('listChoices') ? account.listChoices({ options, signal }) : {}
}
