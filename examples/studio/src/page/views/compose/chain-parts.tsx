import type { AccountInfo } from '../../../shared/accounts.js'
import { type CheckInfo, issueAt, partField } from '../../../shared/compose.js'
import { Icon } from '../../components/icon.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { networkOf } from '../../view-props.js'
import { TextCount } from './text-count.js'
import type { Composing } from './use-composing.js'

/** Maximum number of parts after the first, because the library allows 25 parts in a thread. */
const MAX_MORE_PARTS = 24

/** Shows the check result of one part for one account, with text length and error message. */
function PartCheck(props: {
  readonly account: AccountInfo
  readonly state: StudioState
  readonly check: CheckInfo | undefined
  readonly place: number
  readonly isEmpty: boolean
}) {
  const { account, check, place } = props
  const refusal = issueAt(check, partField(place))
  if (props.isEmpty && refusal === null) return null
  return (
    <li>
      <span class="who">
        {account.name}
        <NetworkBadge network={networkOf(props.state, account.id)} />
        <TextCount length={check?.more[place] ?? null} maxLength={check?.maxLength ?? null} />
      </span>
      {refusal !== null && <p class="refusal">{refusal}</p>}
    </li>
  )
}

/**
 * Edits the parts after the first. Shows text lengths and error messages, and a button that adds a
 * part.
 */
export function ChainParts(props: {
  readonly state: StudioState
  readonly composing: Composing
  readonly picked: readonly AccountInfo[]
  readonly checks: Readonly<Record<string, CheckInfo>>
  readonly onSubmit: () => void
}) {
  const { state, composing, picked } = props
  const { draft, change } = composing
  const more = draft.more ?? []
  const isOffered = picked.some(({ id }) => networkOf(state, id)?.features.includes('POST_THREAD'))
  if (more.length === 0 && !isOffered) return null
  return (
    <div class="chain">
      {more.length > 0 && (
        <ol class="chain-parts">
          {more.map((text, place) => (
            // The key contains the index. Parts have no stable id, and their order never changes.
            <li key={partField(place)} class="chain-part">
              <textarea
                rows={2}
                aria-label={texts.compose.part(place + 2)}
                placeholder={texts.compose.part(place + 2)}
                value={text}
                onInput={(event) => change({ more: more.with(place, event.currentTarget.value) })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSubmit()
                }}
              />
              <button
                type="button"
                class="quiet"
                aria-label={texts.compose.removePart(place + 2)}
                title={texts.compose.removePart(place + 2)}
                onClick={() => change({ more: more.toSpliced(place, 1) })}
              >
                <Icon name="close" />
              </button>
              <ul class="chain-checks">
                {picked.map((account) => (
                  <PartCheck
                    key={account.id}
                    account={account}
                    state={state}
                    check={props.checks[account.id]}
                    place={place}
                    isEmpty={text === ''}
                  />
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {more.length < MAX_MORE_PARTS && (
        <button type="button" class="link" onClick={() => change({ more: [...more, ''] })}>
          <Icon name="plus" /> {texts.compose.addPart}
        </button>
      )}
    </div>
  )
}
