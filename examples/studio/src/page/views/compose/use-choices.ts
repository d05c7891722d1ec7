import { useEffect, useState } from 'preact/hooks'

import type { OptionChoices } from '../../../shared/api.js'
import { wordsOf } from '../../ask.js'
import { composeApi } from './api.js'

/** What the account has to choose from, such as its boards; nothing until it is known, and for most networks. */
export function useChoices(accountId: string, notify: (text: string) => void): OptionChoices {
  const [choices, setChoices] = useState<OptionChoices>({})
  useEffect(() => {
    let isCurrent = true
    setChoices({})
    composeApi.choices(accountId).then(
      (found) => isCurrent && setChoices(found),
      (error: unknown) => notify(wordsOf(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, notify])
  return choices
}
