import type { UpdateInfo } from '../../../shared/inbox.js'
import { Switch } from '../../components/switch.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { networkOf } from '../../view-props.js'
import { type Filters, labelForKind } from './filters.js'

/** Appends the number of unread updates to a name. */
function withUnread(name: string, updates: readonly UpdateInfo[]): string {
  const unread = updates.filter(({ isRead }) => !isRead).length
  return unread === 0 ? name : `${name} (${unread})`
}

/** Filters of the inbox by account, kind, search text and unread state. */
export function FilterBar(props: {
  readonly state: StudioState
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}) {
  const { state, filters } = props
  const { updates } = state
  const change = (part: Partial<Filters>) => props.onChange({ ...filters, ...part })
  const kinds = [...new Set(updates.map(({ kind }) => kind))]
  return (
    <search class="filters">
      <input
        type="search"
        aria-label={texts.inbox.search}
        placeholder={texts.inbox.search}
        value={filters.search}
        onInput={(event) => change({ search: event.currentTarget.value })}
      />
      <select
        aria-label={texts.inbox.account}
        value={filters.accountId ?? ''}
        onChange={(event) => change({ accountId: event.currentTarget.value || null })}
      >
        <option value="">{texts.inbox.everyAccount}</option>
        {state.accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {withUnread(
              `${name} · ${networkOf(state, id)?.displayName ?? ''}`,
              updates.filter(({ accountId }) => accountId === id),
            )}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.inbox.kind}
        value={filters.kind ?? ''}
        onChange={(event) => change({ kind: event.currentTarget.value || null })}
      >
        <option value="">{texts.inbox.everyKind}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {withUnread(
              labelForKind(kind)[0],
              updates.filter((update) => update.kind === kind),
            )}
          </option>
        ))}
      </select>
      <div class="switches">
        <Switch
          label={texts.inbox.unreadOnly}
          isOn={filters.unreadOnly}
          onChange={(unreadOnly) => change({ unreadOnly })}
        />
        <Switch
          label={texts.inbox.openOnly}
          isOn={filters.openOnly}
          onChange={(openOnly) => change({ openOnly })}
        />
      </div>
    </search>
  )
}
