import { useEffect, useState } from 'preact/hooks'

import type { LimitsInfo } from '../shared/api.js'
import { api } from './api.js'

const PAUSE_MS = 120

/** What an account's network allows; null until it has said so. */
export function useLimits(accountId: string, notify: (text: string) => void): LimitsInfo | null {
  const [limits, setLimits] = useState<LimitsInfo | null>(null)
  useEffect(() => {
    let isCurrent = true
    setLimits(null)
    api.limits(accountId).then(
      (answer) => isCurrent && setLimits(answer),
      (error: unknown) => isCurrent && error instanceof Error && notify(error.message),
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, notify])
  return limits
}

/** The text's length as the network counts it, a moment after the last key. */
export function useCount(
  accountId: string,
  text: string,
  options: Readonly<Record<string, unknown>>,
): number | null {
  const [length, setLength] = useState<number | null>(0)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      api.measure(accountId, text, options).then(
        (answer) => isCurrent && setLength(answer.length),
        () => isCurrent && setLength(null),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [accountId, text, options])
  return length
}
