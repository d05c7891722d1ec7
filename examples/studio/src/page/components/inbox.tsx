import type { StudioState } from '../use-studio.js'
import { UpdateCard } from './update-card.js'

/** What happened on every account, newest first. */
export function Inbox({
  state,
  notify,
}: {
  readonly state: StudioState
  readonly notify: (text: string) => void
}) {
  if (state.updates.length === 0)
    return <p class="empty">Comments, mentions, messages and new followers arrive here by themselves.</p>
  return (
    <ul class="list" aria-live="polite" aria-relevant="additions">
      {state.updates.map((update) => (
        <UpdateCard
          key={update.id}
          update={update}
          account={state.accounts.find(({ id }) => id === update.accountId)}
          notify={notify}
        />
      ))}
    </ul>
  )
}
