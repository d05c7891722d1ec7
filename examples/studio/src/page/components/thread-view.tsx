import { useCallback, useEffect, useState } from 'preact/hooks'

import type { ThreadInfo } from '../../shared/inbox.js'
import { messageOf } from '../request.js'
import { texts } from '../texts.js'
import { Avatar } from './avatar.js'
import { Icon } from './icon.js'
import { Moment } from './moment.js'

/** Shows the replies to a post, read from the network. */
export function ThreadView(props: {
  readonly read: () => Promise<ThreadInfo>
  readonly notify: (text: string) => void
}) {
  const { read, notify } = props
  const [thread, setThread] = useState<ThreadInfo | null>(null)
  const load = useCallback(async () => {
    try {
      setThread(await read())
    } catch (error) {
      notify(messageOf(error))
    }
  }, [read, notify])
  useEffect(() => void load(), [load])

  if (thread === null) return <p aria-busy="true">{texts.posts.readingThread}</p>
  const replies = thread.posts.slice(1)
  return (
    <section class="thread" aria-label={texts.posts.thread}>
      {replies.length === 0 && <p class="empty">{texts.posts.noAnswers}</p>}
      <ul>
        {replies.map((post) => (
          <li key={post.id} style={{ '--depth': Math.min(post.depth - 1, 4) }}>
            <div class="byline">
              <Avatar name={post.author?.name ?? '?'} url={post.author?.avatarUrl ?? null} />
              <strong>{post.author?.name ?? texts.app.someone}</strong>
              {post.isMine && <span class="mine">{texts.app.you}</span>}
              {post.at !== null && <Moment at={post.at} />}
            </div>
            <p class="text">{post.text}</p>
          </li>
        ))}
      </ul>
      {!thread.complete && <p class="empty">{texts.posts.partOfThread}</p>}
      <button type="button" class="link" onClick={() => void load()}>
        <Icon name="retry" /> {texts.posts.readAgain}
      </button>
    </section>
  )
}
