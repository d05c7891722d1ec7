import { useState } from 'preact/hooks'

import type { UpdateInfo } from '../../../shared/inbox.js'
import { Icon } from '../../components/icon.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { inboxApi } from './api.js'

/**
 * Form to answer a comment, mention or message. Each answer has its own idempotency key, so that a
 * repeated request does not send the answer twice.
 */
export function AnswerForm(props: {
  readonly update: UpdateInfo
  readonly name: string
  readonly notify: (text: string) => void
}) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      await inboxApi.answer(props.update.id, text, key)
    } catch (error) {
      props.notify(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="answer-form" onSubmit={(event) => void send(event)}>
      <input
        aria-label={texts.inbox.answer(props.name)}
        placeholder={texts.inbox.answer(props.name)}
        required
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="submit"
        class="quiet"
        aria-label={texts.inbox.sendAnswer}
        aria-busy={isBusy}
        disabled={isBusy || text.trim() === ''}
      >
        <Icon name="send" />
      </button>
    </form>
  )
}
