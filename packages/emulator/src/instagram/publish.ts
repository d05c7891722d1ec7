import { requireScopes } from '../meta/access.js'
import { type Container, markPublished } from '../meta/containers.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { later, nextId } from '../meta/state.js'
import { ownContainer } from './containers.js'
import { instagramRefusal } from './faults.js'
import type { Account, Media } from './records.js'
import { accountInPath, type InstagramState } from './state.js'

const PUBLISH = ['instagram_business_basic', 'instagram_business_content_publish']

/**
 * Returns the number of posts in the last 24 hours, including `quotaUsedBefore`. A carousel counts
 * as one post.
 */
export function postsOfToday(state: InstagramState, { userId }: Account): number {
  const since = later(state.clock.now(), -86_400)
  const recent = [...state.media.values()].filter(
    ({ owner, createdAt, isPiece }) => owner === userId && !isPiece && createdAt > since,
  )
  return recent.length + state.quotaUsedBefore
}

/** GET /:id/content_publishing_limit: returns the limit for posts and the used part. */
export function readAllowance(state: InstagramState, { access, params, path, fields }: SignedVisit): unknown {
  const account = accountInPath(state, access, path['id'] ?? '', 'GET')
  requireScopes(state, access, PUBLISH, 10)
  params.only('since')
  const requested = fields?.map(({ name }) => name) ?? ['quota_usage']
  const all = {
    config: { quota_total: state.own.postsPerDay, quota_duration: 86_400 },
    quota_usage: postsOfToday(state, account),
  }
  return { data: [Object.fromEntries(Object.entries(all).filter(([name]) => requested.includes(name)))] }
}

const PRODUCTS: Readonly<Record<string, Media['productType']>> = { REELS: 'REELS', STORIES: 'STORY' }

function keepMedia(
  state: InstagramState,
  container: Pick<Container, 'id' | 'owner' | 'kind' | 'given' | 'file' | 'hasVideo'>,
  more: Pick<Media, 'children' | 'isPiece'>,
): Media {
  const { id, owner, kind, given, file, hasVideo } = container
  const mediaId = nextId(state)
  const media: Media = {
    id: mediaId,
    owner,
    containerId: id,
    mediaType: kind === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : hasVideo ? 'VIDEO' : 'IMAGE',
    productType: PRODUCTS[kind] ?? 'FEED',
    caption: given['caption'] ?? null,
    createdAt: state.clock.now(),
    shortcode: `D${state.seed.token('shortcode', 10)}`,
    file,
    given,
    commentsEnabled: true,
    likes: 0,
    ...more,
  }
  state.media.set(mediaId, media)
  return media
}

/** Publishes a picture as if a person posted it in the Instagram app. */
export function postByHand(state: InstagramState, owner: string, caption: string): Media {
  const made = { id: nextId(state), owner, kind: 'IMAGE', given: { caption }, file: null, hasVideo: false }
  return keepMedia(state, made, { children: [], isPiece: false })
}

/**
 * Returns the content of a container for the effects, where tests find repeated posts. The hash
 * replaces the URL of a file, because URLs of the same file can differ.
 */
function contentOf(state: InstagramState, { given, file, children }: Container): unknown {
  const { image_url: _picture, video_url: _video, cover_url: _cover, children: _children, ...rest } = given
  const pieces = children.flatMap((id) => {
    const child = state.containers.get(id)
    return child === undefined ? [] : [contentOf(state, child)]
  })
  return { ...rest, file: file?.sha256 ?? null, pieces }
}

/** Publishes a container, and the items of a carousel as separate media. */
function publish(state: InstagramState, container: Container): Media {
  const children = container.children.flatMap((id) => {
    const child = state.containers.get(id)
    return child === undefined ? [] : [keepMedia(state, child, { children: [], isPiece: true }).id]
  })
  const media = keepMedia(state, container, { children, isPiece: false })
  markPublished(state, container, media.id)
  const kind = media.productType === 'REELS' ? 'VIDEO' : 'POST'
  state.effects.add({ account: media.owner, kind, id: media.id, content: contentOf(state, container) })
  return media
}

/** POST /:id/media_publish: publishes a container of the caller. */
export async function publishContainer(
  state: InstagramState,
  { access, params, path }: SignedVisit,
): Promise<unknown> {
  const account = accountInPath(state, access, path['id'] ?? '', 'POST')
  requireScopes(state, access, PUBLISH, 10)
  params.only('creation_id')
  const container = await ownContainer(state, account.userId, params.must('creation_id'))
  if (container === null || container.stage === 'EXPIRED' || container.isPiece || container.isLost)
    throw instagramRefusal('CONTAINER_GONE')
  if (container.stage === 'IN_PROGRESS') throw instagramRefusal('NOT_READY')
  if (container.stage === 'ERROR') throw instagramRefusal('CREATE_FAILED')
  if (container.stage === 'PUBLISHED') {
    if (state.own.secondPublish === 'REFUSED') throw instagramRefusal('CONTAINER_GONE')
    return { id: container.mediaId }
  }
  for (const id of container.children)
    if ((await ownContainer(state, account.userId, id))?.stage !== 'FINISHED')
      throw instagramRefusal('NOT_READY')
  if (postsOfToday(state, account) >= state.own.postsPerDay) throw instagramRefusal('DAILY_POSTS')
  return { id: publish(state, container).id }
}
