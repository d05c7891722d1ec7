import { useEffect, useState } from 'preact/hooks'

import type { OptionChoices } from '../../../shared/networks.js'
import { messageOf } from '../../request.js'
import { composeApi } from './api.js'

const NONE: OptionChoices = {}

type Options = Readonly<Record<string, unknown>>

/**
 * Returns the selected values of the options with a list. Lists of other options can depend only
 * on these values.
 */
const chosenOf = (choices: OptionChoices, options: Options): Options =>
  Object.fromEntries(Object.keys(choices).flatMap((name) => (name in options ? [[name, options[name]]] : [])))

/**
 * Loads the option values that the network offers to the account, such as its boards. Returns null
 * until the values are loaded. Each selection loads them again, because the list of another option
 * may depend on the selection.
 * @param hasLists - False if the network offers no lists. Then no request is sent.
 */
export function useChoices(
  accountId: string,
  options: Options,
  hasLists: boolean,
  notify: (text: string) => void,
): OptionChoices | null {
  const [found, setFound] = useState<OptionChoices | null>(null)
  const choices = hasLists ? found : NONE
  // The effect depends on this text, so that it runs only if a selection changed.
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
