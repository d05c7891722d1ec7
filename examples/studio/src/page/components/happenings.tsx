import { useState } from 'preact/hooks'

import type { AccountInfo, Happening, NetworkInfo } from '../../shared/api.js'
import { api } from '../api.js'
import { Icon, type IconName } from './icon.js'

/** How each is drawn, and who does it: other people where nobody is named. */
const DRAWN: Readonly<Record<Happening, readonly [icon: IconName, words: string, who?: string]>> = {
  comment: ['comment', 'comments'],
  mention: ['mention', 'mentions you'],
  message: ['message', 'writes to you'],
  follow: ['follow', 'follows you'],
  like: ['like', 'likes your post'],
  repost: ['repost', 'shares your post'],
  postDraft: ['send', 'post the draft in the app', 'You'],
  removeAccess: ['close', 'take the access away', 'You'],
  review: ['spark', 'reviews you'],
  editReview: ['pen', 'changes the review'],
  requestDeletion: ['close', 'ask for your data to be deleted', 'You'],
}

/** Buttons that let other people of the emulated network do something, to see it arrive. */
export function Happenings({
  account,
  network,
  notify,
}: {
  readonly account: AccountInfo
  readonly network: NetworkInfo
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
  if (network.happenings.length === 0) return null
  return (
    <section class="card happenings" aria-labelledby="happenings">
      <h2 id="happenings">Make something happen</h2>
      <p>This happens in the emulated {network.displayName}. See it arrive in the inbox.</p>
      <div class="chips">
        {network.happenings.map((what) => {
          const [icon, words, who] = DRAWN[what]
          return (
            <button
              key={what}
              type="button"
              class="chip"
              aria-busy={busy === what}
              onClick={() => void happen(what)}
            >
              <Icon name={icon} />
              <span>
                {who ?? <span class="hidden">Someone</span>} {words}
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}
