import { useEffect, useRef, useState } from 'preact/hooks'

import type { Composition } from '../../../shared/compose.js'

/**
 * Publishes when somebody says so. Who says so while the rules are still being asked does not have to say it again: it
 * happens as soon as they have answered well, and not at all when they refuse, or when the draft was changed meanwhile.
 */
export function usePublishing(state: {
  readonly draft: Composition
  readonly isReady: boolean
  /** True while nobody knows yet whether it is ready. */
  readonly isAsking: boolean
  readonly publish: () => Promise<void>
}): { readonly submit: () => void; readonly isBusy: boolean } {
  const { draft, isReady, isAsking, publish } = state
  const [wanted, setWanted] = useState<Composition | null>(null)
  const [isBusy, setBusy] = useState(false)
  const newest = useRef(publish)
  useEffect(() => {
    newest.current = publish
  })
  const isWanted = wanted === draft
  useEffect(() => {
    if (!isWanted || isBusy) return
    if (isReady) {
      setWanted(null)
      setBusy(true)
      void newest.current().finally(() => setBusy(false))
    } else if (!isAsking) setWanted(null)
  }, [isWanted, isBusy, isReady, isAsking])
  return { submit: () => setWanted(draft), isBusy: isBusy || isWanted }
}
