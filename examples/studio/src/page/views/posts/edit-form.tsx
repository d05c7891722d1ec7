import { useState } from 'preact/hooks'

import type { PostInfo } from '../../../shared/posts.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { postsApi } from './api.js'

/**
 * Form to change the text of a published post. Each change has its own idempotency key, so that a
 * repeated request does not change the post twice.
 */
export function EditForm(props: {
  readonly post: PostInfo
  readonly notify: (text: string) => void
  readonly onDone: () => void
}) {
  const { post, notify, onDone } = props
  const [text, setText] = useState(post.text)
  const [key] = useState(() => crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const save = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      await postsApi.rewrite(post.id, text, key)
      onDone()
    } catch (error) {
      notify(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="edit-form" onSubmit={(event) => void save(event)}>
      <textarea
        aria-label={texts.posts.editLabel}
        rows={3}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="actions">
        <button type="submit" aria-busy={isBusy} disabled={isBusy || text.trim() === ''}>
          {texts.posts.save}
        </button>
        <button type="button" class="link" onClick={onDone}>
          {texts.posts.keep}
        </button>
      </div>
    </form>
  )
}
