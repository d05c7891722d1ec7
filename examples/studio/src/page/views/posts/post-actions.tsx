import type { NetworkInfo } from '../../../shared/networks.js'
import type { PostInfo } from '../../../shared/posts.js'
import { ActionButton } from '../../components/action-button.js'
import { Icon } from '../../components/icon.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { accountOf, linkTo, type ViewProps } from '../../view-props.js'
import { postsApi } from './api.js'

type Panel = 'thread' | 'edit' | null

const AGAIN: ReadonlySet<string> = new Set(['FAILED', 'UNKNOWN', 'STOPPED'])

/** Returns the label of the removal button, or null if the post cannot be removed. */
function textForRemoval(post: PostInfo, network: NetworkInfo | undefined): string | null {
  if (post.status === 'SCHEDULED')
    return network?.abilities.includes('cancelScheduled') === true ? texts.posts.cancel : null
  if (post.status === 'WAITING') return texts.posts.cancel
  if (post.status === 'SENDING' || post.status === 'PROCESSING') return null
  if (post.postId === null) return texts.posts.putAway
  return network?.features.includes('DELETE_POST') === true ? texts.posts.remove : null
}

/** Buttons for the actions that the post's state and network allow. */
export function PostActions(props: {
  readonly post: PostInfo
  readonly network: NetworkInfo | undefined
  readonly view: ViewProps
  readonly open: Panel
  readonly onOpen: (panel: Panel) => void
}) {
  const { post, network, view, open } = props
  const can = (feature: string) => network?.features.includes(feature) === true
  const isOut = post.status === 'DONE' && post.postId !== null
  const todo = post.next?.todo
  const url = linkTo(post.url, accountOf(view.state, post.accountId))
  const removal = textForRemoval(post, network)
  const act = (work: () => Promise<unknown>) => {
    work().catch((error: unknown) => view.notify(messageOf(error)))
  }
  const toggle = (panel: Exclude<Panel, null>) => () => props.onOpen(open === panel ? null : panel)
  const change = () =>
    act(async () => {
      view.open(await postsApi.toDraft(post.id))
    })

  return (
    <div class="actions">
      {post.status === 'SENDING' && (
        <ActionButton
          icon="close"
          label={texts.posts.stop}
          onClick={() => act(() => postsApi.stop(post.id))}
        />
      )}
      {AGAIN.has(post.status) && (
        <ActionButton
          icon="retry"
          label={post.status === 'UNKNOWN' ? texts.posts.checkOutcome : texts.posts.tryAgain}
          onClick={() => act(() => postsApi.retry(post.id))}
          isMain={todo === 'RETRY' || post.status === 'UNKNOWN'}
        />
      )}
      {todo === 'CHANGE_POST' && post.partsOut.length === 0 && (
        <ActionButton icon="pen" label={texts.posts.change} onClick={change} isMain />
      )}
      {todo === 'SIGN_IN_AGAIN' && (
        <ActionButton icon="follow" label={texts.posts.signIn} onClick={() => view.go('accounts')} isMain />
      )}
      {isOut && can('READ_THREAD') && (
        <ActionButton
          icon="comment"
          label={texts.posts.thread}
          onClick={toggle('thread')}
          isOpen={open === 'thread'}
        />
      )}
      {isOut && can('EDIT_POST') && (
        <ActionButton icon="pen" label={texts.posts.edit} onClick={toggle('edit')} isOpen={open === 'edit'} />
      )}
      {url !== null && (
        <a class="link" href={url} target="_blank" rel="noreferrer">
          <Icon name="open" /> {texts.posts.open}
        </a>
      )}
      {removal !== null && (
        <ActionButton icon="trash" label={removal} onClick={() => act(() => postsApi.remove(post.id))} />
      )}
    </div>
  )
}
