import { useCallback, useEffect, useState } from 'preact/hooks'

import type { TraceStep, TroubleInfo } from '../../../shared/trouble.js'
import { messageOf } from '../../request.js'
import { withStep } from '../../use-studio.js'
import { troubleApi } from './api.js'

/**
 * Loads the fault switches and the library steps, including steps from before the page was opened.
 * @param steps - Steps since the page was opened. Each new step reloads the switches, because some
 * faults apply only once.
 */
export function useTrouble(steps: readonly TraceStep[], isLive: boolean, notify: (text: string) => void) {
  const [info, setInfo] = useState<TroubleInfo | null>(null)
  const take = useCallback(
    (request: Promise<TroubleInfo>) => {
      request.then(setInfo, (error: unknown) => notify(messageOf(error)))
    },
    [notify],
  )
  const newest = steps.at(-1)?.id ?? 0
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setTimeout(() => take(troubleApi.read()), 150)
    return () => clearTimeout(timer)
  }, [newest, isLive, take])
  const all = steps.reduce(withStep, info?.steps ?? []).toSorted((one, other) => one.id - other.id)
  return { info, take, steps: all }
}
