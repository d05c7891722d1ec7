import { useCallback, useState } from 'preact/hooks'

import { texts } from '../texts.js'
import { Icon } from './icon.js'

const SHOWN_MS = 9000

interface Notice {
  readonly id: number
  readonly text: string
}

let lastId = 0

/** Returns the visible notices, and functions to show and close notices. */
export function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const dismiss = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), [])
  const notify = useCallback(
    (text: string) => {
      lastId += 1
      const notice = { id: lastId, text }
      setNotices((all) => [...all.filter((one) => one.text !== text), notice])
      setTimeout(() => dismiss(notice.id), SHOWN_MS)
    },
    [dismiss],
  )
  return { notices, notify, dismiss }
}

/** List of notices. Screen readers announce new notices. */
export function Notices(props: {
  readonly notices: readonly Notice[]
  readonly dismiss: (id: number) => void
}) {
  return (
    <div class="notices" role="alert">
      {props.notices.map(({ id, text }) => (
        <div class="notice" key={id}>
          <p>{text}</p>
          <button
            type="button"
            class="quiet"
            aria-label={texts.app.dismiss}
            onClick={() => props.dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
