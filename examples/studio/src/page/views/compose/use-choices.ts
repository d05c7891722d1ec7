import { useEffect, useState } from 'preact/hooks'

import type { OptionChoices } from '../../../shared/api.js'
import { wordsOf } from '../../ask.js'
import { composeApi } from './api.js'

type Options = Readonly<Record<string, unknown>>

/** What was chosen from lists so far: the only part of the options that other lists can depend on. */
const chosenOf = (choices: OptionChoices, options: Options): Options =>
  Object.fromEntries(Object.keys(choices).flatMap((name) => (name in options ? [[name, options[name]]] : [])))

/**
 * What the account has to choose from, such as its boards; nothing until it is known, and for most networks. Asked again
 * when something was chosen from a list, because other lists may depend on it.
 */
export function useChoices(
  accountId: string,
  options: Options,
  notify: (text: string) => void,
): OptionChoices {
  const [choices, setChoices] = useState<OptionChoices>({})
  // As text, so that only another choice asks again.
  const chosen = JSON.stringify(chosenOf(choices, options))
  useEffect(() => {
    let isCurrent = true
    composeApi.choices(accountId, JSON.parse(chosen) as Options).then(
      (found) => isCurrent && setChoices(found),
      (error: unknown) => notify(wordsOf(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, chosen, notify])
  return choices
}
