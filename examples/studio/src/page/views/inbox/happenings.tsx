import { useState } from 'preact/hooks'

import type { Happening } from '../../../shared/happenings.js'
import { Icon, type IconName } from '../../components/icon.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { networkOf } from '../../view-props.js'
import { inboxApi } from './api.js'

const ICONS: Readonly<Record<Happening, IconName>> = {
  comment: 'comment',
  mention: 'mention',
  message: 'message',
  follow: 'follow',
  like: 'like',
  repost: 'repost',
  postDraft: 'send',
  removeAccess: 'close',
  review: 'spark',
  editReview: 'pen',
  requestDeletion: 'close',
}

/** Buttons that make other people of the emulated networks act, so that updates arrive. */
export function Happenings({
  state,
  notify,
}: {
  readonly state: StudioState
  readonly notify: (text: string) => void
}) {
  const accounts = state.accounts.filter(({ id }) => (networkOf(state, id)?.happenings.length ?? 0) > 0)
  const [picked, pick] = useState<string | null>(null)
  const [busy, setBusy] = useState<Happening | null>(null)
  const account = accounts.find(({ id }) => id === picked) ?? accounts[0]
  if (account === undefined) return null
  const happen = async (what: Happening) => {
    setBusy(what)
    try {
      await inboxApi.happen(what, account.id)
    } catch (error) {
      notify(messageOf(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <section class="card happenings" aria-labelledby="happenings">
      <h2 id="happenings">{texts.inbox.happen}</h2>
      <p>{texts.inbox.happenHelp}</p>
      <label>
        {texts.inbox.happenAs}
        <select value={account.id} onChange={(event) => pick(event.currentTarget.value)}>
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name} · {networkOf(state, id)?.displayName}
            </option>
          ))}
        </select>
      </label>
      <div class="chips">
        {networkOf(state, account.id)?.happenings.map((what) => {
          const [who, does] = texts.inbox.happenings[what]
          return (
            <button
              key={what}
              type="button"
              class="chip"
              aria-busy={busy === what}
              onClick={() => void happen(what)}
            >
              <Icon name={ICONS[what]} />
              <span>
                {who ?? <span class="hidden">{texts.app.someone}</span>} {does}
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}
