import { useState } from 'preact/hooks'

import type { UpdateInfo } from '../../shared/api.js'
import { api } from '../api.js'

/** Hides a comment from everybody else, or shows it again. */
export function HideButton(props: { readonly update: UpdateInfo; readonly notify: (text: string) => void }) {
  const { id, hidden } = props.update
  const [isBusy, setBusy] = useState(false)
  if (hidden !== true && hidden !== false) return null
  const change = async () => {
    setBusy(true)
    try {
      await api.setVisibility(id, !hidden)
    } catch (error) {
      props.notify(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" class="quiet" aria-busy={isBusy} disabled={isBusy} onClick={() => void change()}>
      {hidden ? 'Show again' : 'Hide'}
    </button>
  )
}
