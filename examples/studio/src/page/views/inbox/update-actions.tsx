import { useState } from 'preact/hooks'

import type { Action, UpdateInfo } from '../../../shared/inbox.js'
import { Icon, type IconName } from '../../components/icon.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { inboxApi } from './api.js'

/** Actions that have a button. Only the answer has a form instead. */
type Button = Exclude<Action, 'answer'>

const ICONS: Readonly<Record<Button, IconName>> = {
  like: 'like',
  repost: 'repost',
  hide: 'close',
  delete: 'trash',
}
const BUTTONS = ['like', 'repost', 'hide', 'delete'] as const

function isDone(update: UpdateInfo, action: Button): boolean {
  if (action === 'like') return update.liked
  if (action === 'repost') return update.reposted
  return action === 'hide' ? update.hidden === true : update.deleted
}

function act(update: UpdateInfo, action: Button): Promise<unknown> {
  const done = isDone(update, action)
  if (action === 'hide') return inboxApi.setVisibility(update.id, !done)
  if (action === 'delete') return inboxApi.deed(update.id, 'delete')
  if (action === 'like') return inboxApi.deed(update.id, done ? 'unlike' : 'like')
  return inboxApi.deed(update.id, done ? 'undoRepost' : 'repost')
}

/**
 * Buttons for the actions on an update. The button of an unsupported action is disabled and shows
 * the reason when pressed. Actions that do not apply to the update have no button.
 */
export function UpdateActions(props: {
  readonly update: UpdateInfo
  readonly isOpen: boolean
  readonly onThread: () => void
  readonly notify: (text: string) => void
}) {
  const { update, notify } = props
  const [busy, setBusy] = useState<Button | null>(null)
  const press = async (action: Button, reason: string | undefined) => {
    if (reason !== undefined) return notify(reason)
    setBusy(action)
    try {
      await act(update, action)
    } catch (error) {
      notify(messageOf(error))
    } finally {
      setBusy(null)
    }
  }
  const shown = update.deleted ? [] : BUTTONS.filter((action) => update.missing[action] !== '')
  if (shown.length === 0 && !update.hasThread) return null
  return (
    <div class="actions">
      {update.hasThread && (
        <button type="button" class="link" aria-expanded={props.isOpen} onClick={props.onThread}>
          <Icon name="comment" /> {texts.inbox.thread}
        </button>
      )}
      {shown.map((action) => {
        const reason = update.missing[action]
        const done = isDone(update, action)
        return (
          <button
            key={action}
            type="button"
            class="link"
            aria-disabled={reason !== undefined}
            aria-pressed={reason === undefined && action !== 'delete' ? done : undefined}
            aria-busy={busy === action}
            title={reason}
            onClick={() => void press(action, reason)}
          >
            <Icon name={ICONS[action]} /> {texts.inbox.actions[action][done ? 1 : 0]}
          </button>
        )
      })}
    </div>
  )
}
