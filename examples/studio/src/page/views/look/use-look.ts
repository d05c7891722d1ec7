import { useEffect, useRef, useState } from 'preact/hooks'

import type { LookInfo, Range } from '../../../shared/look.js'
import { messageOf } from '../../request.js'
import { lookApi } from './api.js'

const AGAIN_MS = 10_000
const SOON_MS = 300

/** The numbers of a range, read again every few seconds, and soon after something changed. */
export function useLook(range: Range, changed: unknown, notify: (text: string) => void): LookInfo | null {
  const [look, setLook] = useState<LookInfo | null>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      try {
        const found = await lookApi.read(range)
        if (isCurrent) setLook(found)
      } catch (error) {
        if (isCurrent) notify(messageOf(error))
      }
    }
    const soon = setTimeout(() => void read(), isFirst.current ? 0 : SOON_MS)
    isFirst.current = false
    const timer = setInterval(() => void read(), AGAIN_MS)
    return () => {
      isCurrent = false
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [range, changed, notify])
  return look
}
