import { useState } from 'preact/hooks'

import type { Action, Deed, UpdateInfo } from '../../../shared/inbox.js'
import { Icon, type IconName } from '../../components/icon.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { inboxApi } from './api.js'

/** Actions that have a button. Only the answer has a form instead. */
type Button = Exclude<Action, 'REPLY'>

interface ButtonParts {
  readonly icon: IconName
  readonly isDone: (update: UpdateInfo) => boolean
  /** The action, and the action that undoes it. Null if it cannot be undone. */
  readonly deeds: readonly [Deed, Deed | null]
}

const BUTTONS: Readonly<Record<Button, ButtonParts>> = {
  LIKE: { icon: 'like', isDone: ({ liked }) => liked, deeds: ['like', 'unlike'] },
  SHARE: { icon: 'repost', isDone: ({ reposted }) => reposted, deeds: ['repost', 'undoRepost'] },
  HIDE: { icon: 'close', isDone: ({ hidden }) => hidden, deeds: ['hide', 'show'] },
  DELETE: { icon: 'trash', isDone: ({ deleted }) => deleted, deeds: ['delete', null] },
}
const ORDER = ['LIKE', 'SHARE', 'HIDE', 'DELETE'] as const

/** Buttons for the actions that the network allows for an update. */
export function UpdateActions(props: {
  readonly update: UpdateInfo
  readonly isOpen: boolean
  readonly onThread: () => void
  readonly notify: (text: string) => void
}) {
  const { update, notify } = props
  const [busy, setBusy] = useState<Button | null>(null)
  const press = async (action: Button, deed: Deed) => {
    setBusy(action)
    try {
      await inboxApi.deed(update.id, deed)
    } catch (error) {
      notify(messageOf(error))
    } finally {
      setBusy(null)
    }
  }
  const shown = update.deleted ? [] : ORDER.filter((action) => update.actions.includes(action))
  if (shown.length === 0 && !update.hasThread) return null
  return (
    <div class="actions">
      {update.hasThread && (
        <button type="button" class="link" aria-expanded={props.isOpen} onClick={props.onThread}>
          <Icon name="comment" /> {texts.inbox.thread}
        </button>
      )}
      {shown.map((action) => {
        const { icon, isDone, deeds } = BUTTONS[action]
        const done = isDone(update)
        const [deed, undo] = deeds
        return (
          <button
            key={action}
            type="button"
            class="link"
            aria-pressed={undo === null ? undefined : done}
            aria-busy={busy === action}
            onClick={() => void press(action, done ? (undo ?? deed) : deed)}
          >
            <Icon name={icon} /> {texts.inbox.actions[action][done ? 1 : 0]}
          </button>
        )
      })}
    </div>
  )
}
