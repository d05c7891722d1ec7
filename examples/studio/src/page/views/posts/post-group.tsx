import type { PostInfo } from '../../../shared/posts.js'
import { Moment } from '../../components/moment.js'
import { texts } from '../../texts.js'
import { accountOf, networkOf, type ViewProps } from '../../view-props.js'
import { PostRow } from './post-row.js'

function Files({ post }: { readonly post: PostInfo }) {
  if (post.media.length === 0) return null
  return (
    <ul class="files" data-count={Math.min(post.media.length, 4)}>
      {post.media.map(({ id, kind, altText, name }) => (
        <li key={id}>
          {kind === 'VIDEO' ? (
            <video
              src={`/api/uploads/${encodeURIComponent(id)}`}
              controls
              preload="metadata"
              aria-label={altText || name}
            />
          ) : (
            <img
              src={`/api/uploads/${encodeURIComponent(id)}`}
              alt={altText}
              title={altText}
              loading="lazy"
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Card with the posts of one composition, with one row for each account. */
export function PostGroup({
  group,
  view,
}: {
  readonly group: readonly PostInfo[]
  readonly view: ViewProps
}) {
  const [first] = group
  if (first === undefined) return null
  const longest = group.reduce((one, other) => (other.text.length > one.text.length ? other : one), first)
  return (
    <li class="card post-group">
      <div class="post-content" data-files={first.media.length > 0}>
        <div>
          <div class="byline">
            {group.length > 1 && <strong>{texts.posts.accounts(group.length)}</strong>}
            <Moment at={first.createdAt} />
          </div>
          {longest.text !== '' && <p class="text">{longest.text}</p>}
        </div>
        <Files post={first} />
      </div>
      <ul class="rows">
        {group.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            ownText={post.text === longest.text ? null : post.text}
            account={accountOf(view.state, post.accountId)}
            network={networkOf(view.state, post.accountId)}
            progress={view.state.progress[post.id]}
            view={view}
          />
        ))}
      </ul>
    </li>
  )
}
