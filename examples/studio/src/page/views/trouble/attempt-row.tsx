import type { AccountInfo } from '../../../shared/accounts.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import type { PostInfo } from '../../../shared/posts.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { troubleApi } from './api.js'

/** Publishes something at once, and tells how it is getting on: to see a fault strike. */
export function AttemptRow(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  readonly posts: readonly PostInfo[]
  readonly notify: (text: string) => void
}) {
  const { account, network } = props
  const posts = props.posts.filter(({ accountId }) => accountId === account.id)
  // Networks that want a picture or a video have their posts written under Compose.
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
