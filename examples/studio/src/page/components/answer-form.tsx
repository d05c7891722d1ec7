import { useState } from 'preact/hooks'

import type { UpdateInfo } from '../../shared/api.js'
import { api } from '../api.js'
import { Icon } from './icon.js'

/** Answers a comment, mention or message. One key for one answer: sending it twice answers once. */
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
      await api.answer(props.update.id, text, key)
    } catch (error) {
      props.notify(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="answer-form" onSubmit={(event) => void send(event)}>
      <input
        aria-label={`Answer ${props.name}`}
        placeholder={`Answer ${props.name}`}
        required
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="submit"
        class="quiet"
        aria-label="Send the answer"
        aria-busy={isBusy}
        disabled={isBusy || text.trim() === ''}
      >
        <Icon name="send" />
      </button>
    </form>
  )
}
