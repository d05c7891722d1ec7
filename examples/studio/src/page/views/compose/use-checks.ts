import { useEffect, useRef, useState } from 'preact/hooks'

import { type AccountDraft, type CheckInfo, type Composition, draftFor } from '../../../shared/compose.js'
import { messageOf } from '../../request.js'
import { composeApi } from './api.js'

const PAUSE_MS = 200

/** What each network makes of the draft, by account. */
export interface Checks {
  readonly byAccount: Readonly<Record<string, CheckInfo>>
  /** True while they are about an earlier state of the draft. */
  readonly isStale: boolean
}

/** What was answered, and what it is about. */
interface Answers {
  readonly byAccount: Checks['byAccount']
  readonly about: string
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
  const [answers, setAnswers] = useState<Answers>({ byAccount: {}, about: '' })
  /** What each answer is about. */
  const asked = useRef(new Map<string, string>())
  // As text, so that only what is asked starts another question.
  const wanted = JSON.stringify(accountIds.map((id) => draftFor(draft, id)))
  useEffect(() => {
    let isCurrent = true
    const drafts = JSON.parse(wanted) as readonly AccountDraft[] // written just above
    const changed = drafts.filter((one) => asked.current.get(one.accountId) !== JSON.stringify(one))
    if (changed.length === 0) {
      setAnswers(({ byAccount }) => ({ byAccount, about: wanted }))
      return undefined
    }
    const statistics = async () => {
      try {
        const found = await composeApi.check(changed)
        if (!isCurrent) return
        for (const one of changed) asked.current.set(one.accountId, JSON.stringify(one))
        const news = Object.fromEntries(found.map((check) => [check.accountId, check]))
        setAnswers(({ byAccount }) => ({ byAccount: { ...byAccount, ...news }, about: wanted }))
      } catch (error) {
        if (isCurrent) notify(messageOf(error))
      }
    }
    const timer = setTimeout(() => void statistics(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, notify])
  // Told by the same render that shows the change: what was right a moment ago must not let the new words out.
  return { byAccount: answers.byAccount, isStale: answers.about !== wanted }
}
