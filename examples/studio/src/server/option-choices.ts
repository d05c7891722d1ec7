import type { SocialClient } from '@social/core'
import { boards } from '@social/pinterest'

import type { OptionChoices } from '../shared/api.js'

type Account = ReturnType<SocialClient['account']>

/** Reads the boards that a pin can go to; those that not everybody sees say so. */
async function readBoards(account: Account, signal: AbortSignal): Promise<OptionChoices> {
  const { items } = await account.run((call) => boards(call, { limit: 250 }), { signal })
  return {
    boardId: items.map(({ id, name, privacy }) => ({
      value: id,
      label: privacy === null || privacy === 'PUBLIC' ? name : `${name} (${privacy.toLowerCase()})`,
    })),
  }
}

/** Networks whose posts need something that has to be asked of the account. */
const READERS: Readonly<Record<string, typeof readBoards>> = { pinterest: readBoards }

/** What an account has to choose from; nothing for most networks. */
export async function optionChoices(
  network: string,
  account: Account,
  signal: AbortSignal,
): Promise<OptionChoices> {
  return (await READERS[network]?.(account, signal)) ?? {}
}
