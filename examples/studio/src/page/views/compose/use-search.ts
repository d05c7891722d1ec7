import { useEffect, useRef, useState } from 'preact/hooks'

import type { OptionChoice } from '../../../shared/networks.js'
import { messageOf } from '../../request.js'

/** So that not every letter is a question: networks count those. */
const PAUSE_MS = 300

/** What was found, and for which words. */
export interface Found {
  readonly typed: string
  readonly choices: readonly OptionChoice[]
  /** Why nothing could be looked for, in the library's words; null when it could. */
  readonly problem: string | null
}

/** Looks for what is typed, a moment after the last letter; null while nobody knows. */
export function useSearch(
  typed: string,
  search: (typed: string) => Promise<readonly OptionChoice[]>,
): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  const asking = useRef(search)
  useEffect(() => {
    asking.current = search
  })
  useEffect(() => {
    if (typed === '') return undefined
    let isCurrent = true
    const put = (choices: readonly OptionChoice[], problem: string | null) => {
      if (isCurrent) setFound({ typed, choices, problem })
    }
    const timer = setTimeout(() => {
      asking.current(typed).then(
        (choices) => put(choices, null),
        (error: unknown) => put([], messageOf(error)),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed])
  return found !== null && found.typed === typed ? found : null
}
