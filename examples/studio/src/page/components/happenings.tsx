import { useState } from 'preact/hooks'

import type { AccountInfo, Happening } from '../../shared/api.js'
import { api } from '../api.js'
import { Icon, type IconName } from './icon.js'

const HAPPENINGS: readonly (readonly [Happening, IconName, string])[] = [
  ['comment', 'comment', 'comments'],
  ['mention', 'mention', 'mentions you'],
  ['message', 'message', 'writes to you'],
  ['follow', 'follow', 'follows you'],
  ['like', 'like', 'likes your post'],
]

/** Buttons that let other people of the emulated network do something, to see it arrive. */
export function Happenings({
  account,
  notify,
}: {
  readonly account: AccountInfo
  readonly notify: (text: string) => void
}) {
  const [busy, setBusy] = useState<Happening | null>(null)
  const happen = async (what: Happening) => {
    setBusy(what)
    try {
      await api.happen(what, account.id)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <section class="card happenings" aria-labelledby="happenings">
      <h2 id="happenings">Make something happen</h2>
      <p>Other people live in the emulator. Let one of them do something, and see it arrive in the inbox.</p>
      <div class="chips">
        {HAPPENINGS.map(([what, icon, words]) => (
          <button
            key={what}
            type="button"
            class="chip"
            aria-busy={busy === what}
            onClick={() => void happen(what)}
          >
            <Icon name={icon} />
            <span>
              <span class="hidden">Someone </span>
              {words}
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
