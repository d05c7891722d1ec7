import { useEffect, useRef, useState } from 'preact/hooks'

import { type AccountDraft, type CheckInfo, type Composition, draftFor } from '../../../shared/compose.js'
import { wordsOf } from '../../ask.js'
import { composeApi } from './api.js'

const PAUSE_MS = 200

/** What each network makes of the draft, by account. */
export interface Checks {
  readonly byAccount: Readonly<Record<string, CheckInfo>>
  /** True while they are about an earlier state of the draft. */
  readonly isStale: boolean
}

/**
 * Asks each picked account's network what it makes of the draft, a moment after the last change. Nothing is sent. Only those
 * are asked whose post has changed since: networks count questions too.
 */
export function useChecks(
  draft: Composition,
  accountIds: readonly string[],
  notify: (text: string) => void,
): Checks {
  const [checks, setChecks] = useState<Checks>({ byAccount: {}, isStale: true })
  /** What each answer is about. */
  const asked = useRef(new Map<string, string>())
  // As text, so that only what is asked starts another question.
  const wanted = JSON.stringify(accountIds.map((id) => draftFor(draft, id)))
  useEffect(() => {
    let isCurrent = true
    const drafts = JSON.parse(wanted) as readonly AccountDraft[] // written just above
    const changed = drafts.filter((one) => asked.current.get(one.accountId) !== JSON.stringify(one))
    setChecks((before) => ({ ...before, isStale: changed.length > 0 }))
    if (changed.length === 0) return undefined
    const look = async () => {
      try {
        const found = await composeApi.check(changed)
        if (!isCurrent) return
        for (const one of changed) asked.current.set(one.accountId, JSON.stringify(one))
        const news = Object.fromEntries(found.map((check) => [check.accountId, check]))
        setChecks(({ byAccount }) => ({ byAccount: { ...byAccount, ...news }, isStale: false }))
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
