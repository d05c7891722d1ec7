import { useState } from 'preact/hooks'

import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import type { ViewProps } from '../../view-props.js'
import { inboxApi } from './api.js'
import { FilterBar } from './filter-bar.js'
import { EVERYTHING, filtered, openIds } from './filters.js'
import { Happenings } from './happenings.js'
import { UpdateCard } from './update-card.js'

/** View of the updates of all accounts, newest first. Pushed and polled updates are in one list. */
export function InboxView(props: ViewProps) {
  const { state, notify } = props
  const [filters, setFilters] = useState(EVERYTHING)
  const shown = filtered(state, filters)
  const open = openIds(state.conversations)
  const unread = shown.filter(({ isRead }) => !isRead)
  const markAll = () => {
    inboxApi.read(unread.map(({ id }) => id)).catch((error: unknown) => notify(messageOf(error)))
  }
  return (
    <div class="inbox-view">
      <section class="panel inbox" aria-labelledby="inbox">
        <div class="panel-head">
          <h2 id="inbox">{texts.inbox.title}</h2>
          <output>{texts.app.unread(unread.length)}</output>
          <button type="button" class="link" disabled={unread.length === 0} onClick={markAll}>
            {texts.inbox.markAll}
          </button>
        </div>
        <FilterBar state={state} filters={filters} onChange={setFilters} />
        {shown.length === 0 && (
          <p class="empty">{state.updates.length === 0 ? texts.inbox.empty : texts.inbox.nothingFits}</p>
        )}
        <ul class="list" aria-live="polite" aria-relevant="additions">
          {shown.map((update) => (
            <UpdateCard key={update.id} update={update} isOpen={open.has(update.id)} view={props} />
          ))}
        </ul>
      </section>
      <Happenings state={state} notify={notify} />
    </div>
  )
}
