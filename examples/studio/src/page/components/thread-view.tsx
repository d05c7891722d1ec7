import { useCallback, useEffect, useState } from 'preact/hooks'

import type { ThreadInfo } from '../../shared/api.js'
import { api } from '../api.js'
import { Avatar } from './avatar.js'
import { Icon } from './icon.js'
import { Moment } from './moment.js'

/** What was answered to a post, as the network tells it now. */
export function ThreadView({ id, notify }: { readonly id: string; readonly notify: (text: string) => void }) {
  const [thread, setThread] = useState<ThreadInfo | null>(null)
  const load = useCallback(async () => {
    try {
      setThread(await api.thread(id))
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error))
    }
  }, [id, notify])
  useEffect(() => void load(), [load])

  if (thread === null) return <p aria-busy="true">Reading the thread</p>
  const replies = thread.posts.slice(1)
  return (
    <section class="thread" aria-label="Thread">
      {replies.length === 0 && <p class="empty">No answers yet.</p>}
      <ul>
        {replies.map((post) => (
          <li key={post.id} style={{ '--depth': Math.min(post.depth - 1, 4) }}>
            <div class="byline">
              <Avatar name={post.author?.name ?? '?'} url={post.author?.avatarUrl ?? null} />
              <strong>{post.author?.name ?? 'Someone'}</strong>
              {post.isMine && <span class="mine">you</span>}
              {post.at !== null && <Moment at={post.at} />}
            </div>
            <p class="text">{post.text}</p>
          </li>
        ))}
      </ul>
      {!thread.complete && <p class="empty">The network shows only part of this thread.</p>}
      <button type="button" class="link" onClick={() => void load()}>
        <Icon name="retry" /> Read again
      </button>
    </section>
  )
}
