import { useEffect, useRef, useState } from 'preact/hooks'

import { type AccountDraft, type CheckInfo, type Composition, draftFor } from '../../../shared/compose.js'
import { messageOf } from '../../request.js'
import { composeApi } from './api.js'

const PAUSE_MS = 200

/** Check results of the draft, by account. */
export interface Checks {
  readonly byAccount: Readonly<Record<string, CheckInfo>>
  /** True if the results are for an earlier version of the draft. */
  readonly isStale: boolean
}

/** Check results, and the version of the drafts that was checked. */
interface Answers {
  readonly byAccount: Checks['byAccount']
  readonly about: string
}

/**
 * Checks the draft for each selected account shortly after the last change. Publishes nothing.
 * Only changed drafts are checked, because the requests count against rate limits.
 */
export function useChecks(
  draft: Composition,
  accountIds: readonly string[],
  notify: (text: string) => void,
): Checks {
  const [answers, setAnswers] = useState<Answers>({ byAccount: {}, about: '' })
  /** Last checked draft of each account, as JSON text. */
  const checked = useRef(new Map<string, string>())
  // The effect depends on this text, so that it runs only if a draft changed.
  const current = JSON.stringify(accountIds.map((id) => draftFor(draft, id)))
  useEffect(() => {
    let isCurrent = true
    const drafts = JSON.parse(current) as readonly AccountDraft[] // safe cast: `current` is the JSON text of these drafts
    const changed = drafts.filter((one) => checked.current.get(one.accountId) !== JSON.stringify(one))
    if (changed.length === 0) {
      setAnswers(({ byAccount }) => ({ byAccount, about: current }))
      return undefined
    }
    const check = async () => {
      try {
        const found = await composeApi.check(changed)
        if (!isCurrent) return
        for (const one of changed) checked.current.set(one.accountId, JSON.stringify(one))
        const results = Object.fromEntries(found.map((result) => [result.accountId, result]))
        setAnswers(({ byAccount }) => ({ byAccount: { ...byAccount, ...results }, about: current }))
      } catch (error) {
        if (isCurrent) notify(messageOf(error))
      }
    }
    const timer = setTimeout(() => void check(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [current, notify])
  // Staleness is computed in the render of the change. Otherwise an earlier result could allow
  // publishing the changed text.
  return { byAccount: answers.byAccount, isStale: answers.about !== current }
}
