import type { AccountInfo, NetworkInfo } from '../../shared/api.js'
import type { StudioState } from '../use-studio.js'
import { PostCard } from './post-card.js'

/** Every post that was written here, newest first. */
export function PostList({
  state,
  notify,
}: {
  readonly state: StudioState
  readonly notify: (text: string) => void
}) {
  const accountOf = (id: string): AccountInfo | undefined =>
    state.accounts.find((account) => account.id === id)
  const networkOf = (account: AccountInfo | undefined): NetworkInfo | undefined =>
    state.networks.find(({ name }) => name === account?.network)
  if (state.posts.length === 0) return <p class="empty">What you publish shows up here.</p>
  return (
    <ul class="list">
      {state.posts.map((post) => {
        const account = accountOf(post.accountId)
        return (
          <PostCard
            key={post.id}
            post={post}
            account={account}
            network={networkOf(account)}
            progress={state.progress[post.id]}
            notify={notify}
          />
        )
      })}
    </ul>
  )
}
