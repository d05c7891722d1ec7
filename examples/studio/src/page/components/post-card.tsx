import { useState } from 'preact/hooks'

import type { AccountInfo, NetworkInfo, PostInfo, PostStatus, ProgressInfo } from '../../shared/api.js'
import { api } from '../api.js'
import { Avatar } from './avatar.js'
import { Icon } from './icon.js'
import { Moment } from './moment.js'
import { ThreadView } from './thread-view.js'

const STATUS_WORDS: Readonly<Record<PostStatus, string>> = {
  SENDING: 'Sending',
  DONE: 'Published',
  SCHEDULED: 'Scheduled',
  PROCESSING: 'Being processed',
  WAITING_FOR_PERSON: 'Waiting for you',
  DRAFTED: 'In your drafts',
  FAILED: 'Not published',
  UNKNOWN: 'Nobody knows',
}

function Progress({ of }: { readonly of: ProgressInfo | undefined }) {
  const share = of === undefined || of.totalBytes === 0 ? null : of.sentBytes / of.totalBytes
  return share === null ? (
    <progress aria-label="Sending" />
  ) : (
    <progress aria-label="Sending" value={share} max={1}>
      {Math.round(share * 100)} %
    </progress>
  )
}

function Files({ post }: { readonly post: PostInfo }) {
  if (post.media.length === 0) return null
  return (
    <ul class="files" data-count={Math.min(post.media.length, 4)}>
      {post.media.map(({ id, kind, altText, name }) => (
        <li key={id}>
          {kind === 'VIDEO' ? (
            <video src={`/api/uploads/${id}`} controls preload="metadata" aria-label={altText || name} />
          ) : (
            <img src={`/api/uploads/${id}`} alt={altText} title={altText} loading="lazy" />
          )}
        </li>
      ))}
    </ul>
  )
}

/** What taking a post away is called; null where it cannot be. */
function wordsForRemoval(post: PostInfo, network: NetworkInfo | undefined): string | null {
  if (post.status === 'SCHEDULED') return network?.canCancel === true ? 'Cancel' : null
  if (post.status === 'SENDING' || post.status === 'PROCESSING') return null
  if (post.postId === null) return 'Put away'
  return network?.features.includes('DELETE_POST') === true ? 'Delete' : null
}

/** One post of the studio, how it is getting on, and what can be done with it. */
export function PostCard(props: {
  readonly post: PostInfo
  readonly account: AccountInfo | undefined
  readonly network: NetworkInfo | undefined
  readonly progress: ProgressInfo | undefined
  readonly notify: (text: string) => void
}) {
  const { post, account, network } = props
  const [isOpen, setOpen] = useState(false)
  const isOut = post.status === 'DONE' && post.postId !== null
  const isMissing = (post.status === 'FAILED' || post.status === 'UNKNOWN') && post.postId === null
  const can = (feature: string) => network?.features.includes(feature) === true
  const removal = wordsForRemoval(post, network)
  const act = (work: () => Promise<unknown>) => {
    work().catch((error: unknown) => props.notify(error instanceof Error ? error.message : String(error)))
  }

  return (
    <li class="card post" data-status={post.status}>
      <div class="byline">
        <Avatar name={account?.name ?? '?'} url={account?.avatarUrl ?? null} />
        <strong>{account?.name ?? 'An account that is gone'}</strong>
        <span class="status">{STATUS_WORDS[post.status]}</span>
        <Moment at={post.status === 'SCHEDULED' ? (post.publishAt ?? post.createdAt) : post.createdAt} />
      </div>
      {post.text !== '' && <p class="text">{post.text}</p>}
      <Files post={post} />
      {post.status === 'SENDING' && <Progress of={props.progress} />}
      {post.problem !== null && <p class="problem">{post.problem}</p>}
      <div class="actions">
        {isOut && can('READ_THREAD') && (
          <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name="comment" /> Thread
          </button>
        )}
        {isOut && post.url !== null && network?.hasPages === true && (
          <a class="link" href={post.url} target="_blank" rel="noreferrer">
            <Icon name="open" /> Open
          </a>
        )}
        {isMissing && (
          <button type="button" class="link" onClick={() => act(() => api.retry(post.id))}>
            <Icon name="retry" /> Try again
          </button>
        )}
        {removal !== null && (
          <button type="button" class="link" onClick={() => act(() => api.remove(post.id))}>
            <Icon name="trash" /> {removal}
          </button>
        )}
        {network !== undefined && <span class="network">{network.displayName}</span>}
      </div>
      {isOpen && <ThreadView id={post.id} notify={props.notify} />}
    </li>
  )
}
