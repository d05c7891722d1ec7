import type { SignedVisit } from '../meta/dispatch.js'
import type { Params } from '../meta/params.js'
import { badParameter } from '../meta/refusal.js'
import { later, nextId } from '../meta/state.js'
import { characters } from '../meta/text.js'
import { pushPost } from './events.js'
import { facebookRefusal } from './faults.js'
import type { Photo, Post } from './records.js'
import { readTiming, type Timing, TIMING } from './schedule.js'
import { type FacebookState, pageInPath } from './state.js'

/** Permissions that an access token needs to publish on a page. */
export const PUBLISH = ['pages_read_engagement', 'pages_manage_posts'] as const

/** Stores a post. Sends the webhook event if the post is published. */
export function keepPost(
  state: FacebookState,
  parts: Pick<Post, 'pageId' | 'message'> & Timing & Partial<Post>,
): Post {
  const post: Post = {
    id: `${parts.pageId}_${nextId(state)}`,
    link: null,
    photos: [],
    videoId: null,
    createdAt: state.clock.now(),
    isOurs: true,
    extra: {},
    isHidden: false,
    shares: 0,
    ...parts,
  }
  state.posts.set(post.id, post)
  for (const id of post.photos) {
    const photo = state.photos.get(id)
    if (photo !== undefined) photo.postId = post.id
  }
  if (post.published) pushPost(state, post, 'add')
  return post
}

/** Records a published or scheduled post in the effects, where tests count posts. */
export function notePost(state: FacebookState, post: Post, files: readonly string[]): void {
  const kind =
    post.scheduledFor !== null
      ? 'SCHEDULED_POST'
      : post.published
        ? post.videoId === null
          ? 'POST'
          : 'VIDEO'
        : null
  if (kind === null) return
  const { message, link, extra, scheduledFor } = post
  const content = { message, link, extra, scheduledFor: scheduledFor?.toISOString() ?? null, files }
  state.effects.add({ account: post.pageId, kind, id: post.videoId ?? post.id, content })
}

function checkLink(params: Params): string | null {
  const link = params.text('link')
  if (link === null) return null
  const address = URL.parse(link)
  if (address === null || !/^https?:$/.test(address.protocol)) throw facebookRefusal('BAD_URL')
  if (/(?:^|\.)facebook\.com$/.test(address.hostname)) throw facebookRefusal('LINK_NOT_ALLOWED')
  if (address.hostname.endsWith('.invalid')) throw facebookRefusal('LINK_NOT_SCRAPED')
  return link
}

function attached(state: FacebookState, params: Params, pageId: string): Photo[] {
  return params.objects('attached_media').map(({ media_fbid: id }) => {
    const photo = typeof id === 'string' ? state.photos.get(id) : undefined
    if (photo === undefined || photo.pageId !== pageId)
      throw badParameter('Param attached_media has an invalid media_fbid')
    if (photo.postId !== null) throw facebookRefusal('SAME_PHOTOS')
    return photo
  })
}

const CALL_TYPES = new Set([
  'BOOK_TRAVEL',
  'DOWNLOAD',
  'LEARN_MORE',
  'LISTEN_MUSIC',
  'SIGN_UP',
  'USE_APP',
  'WATCH_MORE',
  'WATCH_VIDEO',
  'NO_BUTTON',
])

function checkCall(params: Params): void {
  const call = params.object('call_to_action')
  if (call !== null && !CALL_TYPES.has(String(call['type'])))
    throw badParameter('Param call_to_action has an invalid type')
  if (call !== null && !params.has('link')) throw badParameter('A call_to_action needs a link')
}

/**
 * Reads a text parameter. A missing parameter gives an empty text.
 * @throws Refusal if the text has more than 63,206 characters.
 */
export function textOf(params: Params, name: string): string {
  const text = params.text(name) ?? ''
  if (characters(text) > 63_206) throw badParameter(`Param ${name} is too long`)
  return text
}

function refuseDuplicate(state: FacebookState, pageId: string, message: string): void {
  const since = later(state.clock.now(), -3600)
  const same = [...state.posts.values()].some(
    (post) => post.pageId === pageId && post.message === message && message !== '' && post.createdAt > since,
  )
  if (same && state.own.refuseDuplicates) throw facebookRefusal('DUPLICATE')
}

/** POST /:id/feed: publishes or schedules a post with text, a link or uploaded photos. */
export function createPost(state: FacebookState, { access, params, path }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', PUBLISH)
  params.only('message', 'link', 'attached_media', 'attached_media[]', 'place', 'call_to_action', ...TIMING)
  const message = textOf(params, 'message')
  const link = checkLink(params)
  checkCall(params)
  const photos = attached(state, params, page.id)
  if (message === '' && link === null && photos.length === 0)
    throw badParameter('Requires one of the params: message, link, attached_media, place')
  const timing = readTiming(state, params)
  refuseDuplicate(state, page.id, message)
  const extra = Object.fromEntries(
    ['place', 'call_to_action'].flatMap((name) => (params.has(name) ? [[name, params.must(name)]] : [])),
  )
  const post = keepPost(state, {
    pageId: page.id,
    message,
    link,
    photos: photos.map(({ id }) => id),
    extra,
    ...timing,
  })
  notePost(
    state,
    post,
    photos.map(({ sha256 }) => sha256),
  )
  return { id: post.id }
}
