import { useEffect, useRef, useState } from 'preact/hooks'

import type { Composition } from '../../../shared/compose.js'

/**
 * Publishes the post on submit. If a check is in progress, the submit waits for its result. The
 * submit is dropped if the check fails or the draft changes.
 */
export function usePublishing(state: {
  readonly draft: Composition
  readonly isReady: boolean
  /** True while a check is in progress. */
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
