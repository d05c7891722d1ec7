import { allows, requireScopes } from '../meta/access.js'
import { type Container, markPublished, completeContainer } from '../meta/containers.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { missingPermission } from '../meta/refusal.js'
import { later, nextId } from '../meta/state.js'
import { pushPublished, pushReply } from './events.js'
import { threadsRefusal } from './faults.js'
import type { Post } from './records.js'
import { accountInPath, dayAgo, rootOf, type ThreadsState } from './state.js'

/** Counts the posts or replies of the last 24 hours. A carousel counts as one post. */
export function createdToday(state: ThreadsState, owner: string, what: 'posts' | 'replies'): number {
  const since = dayAgo(state)
  const recent = [...state.posts.values()].filter(
    (post) =>
      post.owner === owner &&
      !post.isPiece &&
      post.createdAt > since &&
      (post.replyTo === null) === (what === 'posts'),
  )
  return recent.length + state.usedBefore[what]
}

const KINDS: Readonly<Record<string, Post['mediaType']>> = {
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

/** Stores a new post with its initial values. */
export function keepPost(
  state: ThreadsState,
  parts: Pick<Post, 'owner' | 'username' | 'mediaType' | 'text' | 'given'> & Partial<Post>,
): Post {
  const target = state.posts.get(parts.given['reply_to_id'] ?? '')
  const root = target === undefined ? null : rootOf(state, target)
  const needsApproval = root?.given['enable_reply_approvals'] === 'true' && root.owner !== parts.owner
  const post: Post = {
    id: nextId(state),
    createdAt: state.clock.now(),
    shortcode: `D${state.seed.token('shortcode', 10)}`,
    file: null,
    children: [],
    isPiece: false,
    replyTo: target?.id ?? null,
    root: root?.id ?? null,
    repostOf: null,
    approval: needsApproval ? 'pending' : null,
    hidden: false,
    likes: 0,
    reposts: 0,
    ...parts,
  }
  state.posts.set(post.id, post)
  return post
}

function toPost(state: ThreadsState, container: Container): Post {
  const { owner, kind, given, file, isPiece } = container
  const children = container.children.flatMap((id) => {
    const child = state.containers.get(id)
    return child === undefined ? [] : [toPost(state, child).id]
  })
  return keepPost(state, {
    owner,
    username: state.accounts.get(owner)?.username ?? '',
    mediaType: KINDS[kind] ?? 'TEXT_POST',
    text: given['text'] ?? null,
    given,
    file,
    children,
    isPiece,
  })
}

/**
 * Returns the content that the client sent. Hashes identify the files, because their URLs can
 * differ each time.
 */
function contentOf(state: ThreadsState, { given, file, children }: Container): unknown {
  const { image_url: _picture, video_url: _video, children: _children, ...rest } = given
  const pieces = children.flatMap((id) => {
    const child = state.containers.get(id)
    return child === undefined ? [] : [contentOf(state, child)]
  })
  return { ...rest, file: file?.sha256 ?? null, pieces }
}

/** Publishes a container. */
export function publishNow(state: ThreadsState, container: Container): Post {
  const post = toPost(state, container)
  markPublished(state, container, post.id)
  const kind = post.replyTo === null ? 'POST' : 'COMMENT'
  state.effects.add({ account: post.owner, kind, id: post.id, content: contentOf(state, container) })
  pushPublished(state, post)
  if (post.replyTo !== null) pushReply(state, post)
  return post
}

function refuseUnready(state: ThreadsState, container: Container): void {
  const { stage, createdAt } = container
  const isTooEarly = later(createdAt, state.own.notFoundSeconds) > state.clock.now()
  if (stage === 'IN_PROGRESS' || stage === 'EXPIRED' || stage === 'ERROR' || isTooEarly)
    throw threadsRefusal('MEDIA_NOT_FOUND')
}

/** Handles POST /:id/threads_publish. */
export async function publishContainer(state: ThreadsState, visit: SignedVisit): Promise<unknown> {
  const { access, params, path } = visit
  const account = accountInPath(state, access, path['id'] ?? '', 'POST')
  requireScopes(state, access, ['threads_basic', 'threads_content_publish'], 10)
  params.only('creation_id')
  const container = state.containers.get(params.must('creation_id'))
  if (container === undefined || container.owner !== account.id || container.isPiece || container.isLost)
    throw threadsRefusal('MEDIA_NOT_FOUND')
  await completeContainer(state, container)
  if (container.stage === 'PUBLISHED') {
    if (state.own.secondPublish === 'REFUSED') throw threadsRefusal('MEDIA_NOT_FOUND')
    return { id: container.mediaId }
  }
  for (const id of container.children) {
    const child = state.containers.get(id)
    if (child === undefined) throw threadsRefusal('MEDIA_NOT_FOUND')
    await completeContainer(state, child)
    refuseUnready(state, child)
  }
  refuseUnready(state, container)
  const isReply = container.given['reply_to_id'] !== undefined
  const { postsPerDay, repliesPerDay } = state.own
  if (
    createdToday(state, account.id, isReply ? 'replies' : 'posts') >= (isReply ? repliesPerDay : postsPerDay)
  )
    throw threadsRefusal('DAILY_POSTS')
  return { id: publishNow(state, container).id }
}

/** Handles GET /:id/threads_publishing_limit. Each group of fields requires its own permission. */
export function readAllowance(state: ThreadsState, { access, params, path, fields }: SignedVisit): unknown {
  const { id } = accountInPath(state, access, path['id'] ?? '', 'GET')
  requireScopes(state, access, ['threads_basic', 'threads_content_publish'], 10)
  params.only()
  const since = dayAgo(state)
  const count = (list: readonly { readonly owner: string; readonly at: Date }[]): number =>
    list.filter(({ owner, at }) => owner === id && at > since).length
  const pairs = [
    ['', null, createdToday(state, id, 'posts'), state.own.postsPerDay],
    ['reply_', 'threads_manage_replies', createdToday(state, id, 'replies'), state.own.repliesPerDay],
    ['delete_', 'threads_delete', count(state.deletions), state.own.deletionsPerDay],
    ['location_search_', 'threads_location_tagging', count(state.searches), state.own.locationSearchesPerDay],
  ] as const
  const requested = fields?.map(({ name }) => name) ?? ['quota_usage']
  const written: Record<string, unknown> = {}
  for (const [prefix, scope, used, total] of pairs) {
    const mine = requested.filter((name) => name === `${prefix}quota_usage` || name === `${prefix}config`)
    if (mine.length > 0 && scope !== null && !allows(state, access, scope)) throw missingPermission(scope, 10)
    for (const name of mine)
      written[name] = name.endsWith('config') ? { quota_total: total, quota_duration: 86_400 } : used
  }
  return { data: [written] }
}
