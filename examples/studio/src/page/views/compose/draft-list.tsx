import { Icon } from '../../components/icon.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { type Composing, isEmpty } from './use-composing.js'

const MAX_NAME_LENGTH = 32

const nameOf = (text: string) => text.trim().slice(0, MAX_NAME_LENGTH) || texts.compose.emptyDraft

/** Lists the drafts that are not open. The start of the text serves as the name of a draft. */
export function DraftList({
  composing,
  notify,
}: {
  readonly composing: Composing
  readonly notify: (text: string) => void
}) {
  const { draft, others, open, begin, remove } = composing
  if (others.length === 0 && isEmpty(draft)) return null
  const discard = (id: string) => {
    remove(id).catch((error: unknown) => notify(messageOf(error)))
  }
  return (
    <nav class="drafts" aria-label={texts.compose.drafts}>
      <ul>
        {[draft, ...others].map((one) => (
          <li key={one.id}>
            <button
              type="button"
              class="chip"
              aria-current={one.id === draft.id ? 'true' : undefined}
              onClick={() => open(one)}
            >
              {nameOf(one.text)}
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={texts.compose.removeDraft(nameOf(one.text))}
              onClick={() => discard(one.id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        {!isEmpty(draft) && (
          <li>
            <button type="button" class="quiet" onClick={begin}>
              <Icon name="plus" /> {texts.compose.newDraft}
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}
