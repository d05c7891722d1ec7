import type { AccountInfo } from '../../../shared/accounts.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import type { PostInfo } from '../../../shared/posts.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { troubleApi } from './api.js'

/**
 * Publishes a test post immediately and shows its state, so that the effect of a fault is visible.
 */
export function AttemptRow(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  readonly posts: readonly PostInfo[]
  readonly notify: (text: string) => void
}) {
  const { account, network } = props
  const posts = props.posts.filter(({ accountId }) => accountId === account.id)
  // Networks that require media have no test post here. Their posts are written in the compose
  // view.
  if (network?.features.includes('POST_TEXT') !== true) return null
  const [newest] = posts
  const publish = () => {
    const text = texts.trouble.tryText(posts.length + 1)
    troubleApi.publish(account.id, text).catch((error: unknown) => props.notify(messageOf(error)))
  }
  return (
    <div class="card attempt-row">
      <button type="button" onClick={publish}>
        {texts.trouble.try}
      </button>
      {newest !== undefined && (
        <output data-status={newest.status}>
          <span>{newest.text}</span> <span class="status">{texts.posts.status[newest.status]}</span>
          {newest.problem !== null && <span class="refusal">{newest.problem}</span>}
        </output>
      )}
    </div>
  )
}
