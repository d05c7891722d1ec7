import { useEffect, useState } from 'preact/hooks'

import { type AccountDraft, type CheckInfo, type Composition, draftFor } from '../../../shared/compose.js'
import { wordsOf } from '../../ask.js'
import { composeApi } from './api.js'

const PAUSE_MS = 120

/** What each network makes of the draft, by account. */
export interface Checks {
  readonly byAccount: Readonly<Record<string, CheckInfo>>
  /** True while they are about an earlier state of the draft. */
  readonly isStale: boolean
}

/** Asks each picked account's network what it makes of the draft, a moment after the last change. Nothing is sent. */
export function useChecks(
  draft: Composition,
  accountIds: readonly string[],
  notify: (text: string) => void,
): Checks {
  const [checks, setChecks] = useState<Checks>({ byAccount: {}, isStale: true })
  // As text, so that only what is asked starts another question.
  const wanted = JSON.stringify(accountIds.map((id) => draftFor(draft, id)))
  useEffect(() => {
    let isCurrent = true
    setChecks((before) => ({ ...before, isStale: true }))
    const look = async () => {
      try {
        const found = await composeApi.check(JSON.parse(wanted) as readonly AccountDraft[]) // written just above
        const byAccount = Object.fromEntries(found.map((check) => [check.accountId, check]))
        if (isCurrent) setChecks({ byAccount, isStale: false })
      } catch (error) {
        if (isCurrent) notify(wordsOf(error))
      }
    }
    const timer = setTimeout(() => void look(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, notify])
  return checks
}
