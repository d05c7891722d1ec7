import type { AccountInfo } from '../../../shared/accounts.js'
import type { PostInfo } from '../../../shared/posts.js'
import { Icon } from '../../components/icon.js'
import { texts } from '../../texts.js'
import { linkTo } from '../../view-props.js'

/** Lists the parts of a thread with state and link. Shows nothing for a single post. */
export function ChainList({
  post,
  account,
}: {
  readonly post: PostInfo
  readonly account: AccountInfo | undefined
}) {
  const { text, more, partsOut } = post
  if (more.length === 0) return null
  return (
    <ol class="chain-list" aria-label={texts.posts.chain}>
      {[text, ...more].map((part, place) => {
        const out = partsOut[place]
        const url = linkTo(out?.url ?? null, account)
        return (
          <li key={texts.posts.part(place + 1)} data-out={out !== undefined}>
            <span class="part-place">{texts.posts.part(place + 1)}</span>
            <span class="part-state">{out === undefined ? texts.posts.partNotOut : texts.posts.partOut}</span>
            <span class="part-text">{part}</span>
            {url !== null && (
              <a
                class="link"
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={`${texts.posts.open}: ${texts.posts.part(place + 1)}`}
              >
                <Icon name="open" />
              </a>
            )}
          </li>
        )
      })}
    </ol>
  )
}
