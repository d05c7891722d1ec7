import { useEffect, useRef, useState } from 'preact/hooks'

import type { OptionChoice } from '../../../shared/networks.js'
import { messageOf } from '../../request.js'

/**
 * Pause between the last letter and the search. A request for every letter would exceed the
 * network's rate limit.
 */
const PAUSE_MS = 300

/** Search results, and the text that was searched. */
export interface Found {
  readonly typed: string
  readonly choices: readonly OptionChoice[]
  /** Error message of the library. Null if the search succeeded. */
  readonly problem: string | null
}

/** Searches shortly after the last typed letter. Returns null until the result arrives. */
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
