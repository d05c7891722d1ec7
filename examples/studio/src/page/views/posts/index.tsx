import { useState } from 'preact/hooks'

import type { PostInfo, PostStatus } from '../../../shared/posts.js'
import { texts } from '../../texts.js'
import type { ViewProps } from '../../view-props.js'
import { PostGroup } from './post-group.js'

type Filter = keyof typeof texts.posts.filters

const FILTERS: Readonly<Record<Filter, ReadonlySet<PostStatus> | null>> = {
  ALL: null,
  WAITING: new Set(['SENDING', 'WAITING', 'SCHEDULED', 'PROCESSING', 'WAITING_FOR_PERSON']),
  TROUBLE: new Set(['FAILED', 'UNKNOWN', 'STOPPED']),
  DONE: new Set(['DONE']),
}

/** Groups the posts that belong to the same composition. Keeps the order of the posts. */
function inGroups(posts: readonly PostInfo[]): readonly (readonly PostInfo[])[] {
  const groups = new Map<string, PostInfo[]>()
  for (const post of posts) {
    const group = groups.get(post.groupId)
    if (group === undefined) groups.set(post.groupId, [post])
    else group.push(post)
  }
  return [...groups.values()]
}

/** View of all posts, newest first. Each composition has one card with a row for each account. */
export function PostsView(props: ViewProps) {
  const { state } = props
  const [filter, setFilter] = useState<Filter>('ALL')
  const wanted = FILTERS[filter]
  const groups = inGroups(state.posts).filter(
    (group) => wanted === null || group.some(({ status }) => wanted.has(status)),
  )
  return (
    <section class="panel posts" aria-labelledby="posts">
      <div class="panel-head">
        <h2 id="posts">{texts.posts.title}</h2>
        <fieldset class="chips" aria-label={texts.posts.filter}>
          {(Object.keys(FILTERS) as Filter[]).map((name) => (
            // safe cast: Object.keys returns the keys of `FILTERS`
            <button
              key={name}
              type="button"
              class="chip"
              aria-pressed={filter === name}
              onClick={() => setFilter(name)}
            >
              {texts.posts.filters[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {groups.length === 0 && (
        <p class="empty">{state.posts.length === 0 ? texts.posts.empty : texts.posts.nothingHere}</p>
      )}
      <ul class="list">
        {groups.map((group) => (
          <PostGroup key={group[0]?.groupId} group={group} view={props} />
        ))}
      </ul>
    </section>
  )
}
