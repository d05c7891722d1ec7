import { useEffect, useState } from 'preact/hooks'

import type { OptionChoices } from '../../../shared/networks.js'
import { messageOf } from '../../request.js'
import { composeApi } from './api.js'

const NONE: OptionChoices = {}

type Options = Readonly<Record<string, unknown>>

/** What was chosen from lists so far: the only part of the options that other lists can depend on. */
const chosenOf = (choices: OptionChoices, options: Options): Options =>
  Object.fromEntries(Object.keys(choices).flatMap((name) => (name in options ? [[name, options[name]]] : [])))

/**
 * What the account has to choose from, such as its boards; null until it is known. Asked again when something was chosen
 * from a list, because other lists may depend on it.
 *
 * @param hasLists - Whether its network lists anything; most do not, and are not asked.
 */
export function useChoices(
  accountId: string,
  options: Options,
  hasLists: boolean,
  notify: (text: string) => void,
): OptionChoices | null {
  const [found, setFound] = useState<OptionChoices | null>(null)
  const choices = hasLists ? found : NONE
  // As text, so that only another choice asks again.
  const chosen = JSON.stringify(chosenOf(choices ?? NONE, options))
  useEffect(() => {
    if (!hasLists) return undefined
    let isCurrent = true
    composeApi.choices(accountId, JSON.parse(chosen) as Options).then(
      (lists) => isCurrent && setFound(lists),
      (error: unknown) => {
        notify(messageOf(error))
        if (isCurrent) setFound((before) => before ?? NONE)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, chosen, hasLists, notify])
  return choices
}
