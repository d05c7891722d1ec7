import { useCallback, useState } from 'preact/hooks'

import type { AccountInfo } from '../../../shared/accounts.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import type { PostInfo, ProgressInfo } from '../../../shared/posts.js'
import { Avatar } from '../../components/avatar.js'
import { Moment } from '../../components/moment.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { ThreadView } from '../../components/thread-view.js'
import { texts } from '../../texts.js'
import type { ViewProps } from '../../view-props.js'
import { postsApi } from './api.js'
import { ChainList } from './chain-list.js'
import { EditForm } from './edit-form.js'
import { PostActions } from './post-actions.js'

function Progress({ of }: { readonly of: ProgressInfo | undefined }) {
  const share = of === undefined || of.totalBytes === 0 ? null : of.sentBytes / of.totalBytes
  return share === null ? (
    <progress aria-label={texts.posts.sending} />
  ) : (
    <progress aria-label={texts.posts.sending} value={share} max={1}>
      {Math.round(share * 100)} %
    </progress>
  )
}

/** Shows the error, recommended action and warnings of a post. */
function Outcome({ post }: { readonly post: PostInfo }) {
  const { problem, next, notice, status } = post
  if (problem === null && notice === null) return null
  return (
    <>
      {notice !== null && <p class="notice-line">{notice}</p>}
      {problem !== null && (
        <p class="problem" data-mild={status === 'STOPPED' || status === 'UNKNOWN'}>
          {problem}
          {status === 'UNKNOWN' && <span class="next">{texts.posts.checkOutcomeHelp}</span>}
          {status !== 'UNKNOWN' && next !== null && <span class="next">{texts.posts.next[next.todo]}</span>}
          {next !== null && next.notBefore !== null && (
            <span class="next">
              {texts.posts.notBefore} <Moment at={next.notBefore} />
            </span>
          )}
        </p>
      )}
    </>
  )
}

/** Row with the state and actions of one account's post. */
export function PostRow(props: {
  readonly post: PostInfo
  /** Text of this post. Null if all posts of the group have the same text. */
  readonly ownText: string | null
  readonly account: AccountInfo | undefined
  readonly network: NetworkInfo | undefined
  readonly progress: ProgressInfo | undefined
  readonly view: ViewProps
}) {
  const { post, account, network, view } = props
  const [open, setOpen] = useState<'thread' | 'edit' | null>(null)
  const readThread = useCallback(() => postsApi.thread(post.id), [post.id])
  const name = account?.name ?? texts.app.gone
  const isLater = post.status === 'SCHEDULED' || post.status === 'WAITING'
  return (
    <li class="row" data-status={post.status} aria-label={`${name}, ${network?.displayName ?? ''}`}>
      <div class="byline">
        <Avatar name={name} url={account?.avatarUrl ?? null} />
        <strong>{name}</strong>
        <NetworkBadge network={network} />
        <span class="status">{texts.posts.status[post.status]}</span>
        {isLater && post.publishAt !== null && <Moment at={post.publishAt} />}
      </div>
      {props.ownText !== null && props.ownText !== '' && <p class="text own">{props.ownText}</p>}
      <ChainList post={post} account={props.account} />
      {post.status === 'SENDING' && <Progress of={props.progress} />}
      <Outcome post={post} />
      <PostActions post={post} network={network} view={view} open={open} onOpen={setOpen} />
      {open === 'edit' && <EditForm post={post} notify={view.notify} onDone={() => setOpen(null)} />}
      {open === 'thread' && <ThreadView read={readThread} notify={view.notify} />}
    </li>
  )
}
