import type { SignedVisit } from '../meta/dispatch.js'
import { project } from '../meta/fields.js'
import { listReply } from '../meta/paging.js'
import { badParameter } from '../meta/refusal.js'
import { later } from '../meta/state.js'
import { postType, storyJson } from './post-node.js'
import type { Post } from './records.js'
import { type FacebookState, pageInPath, requirePageScopes } from './state.js'
import { videoType } from './videos/video-node.js'

const isListed = (state: FacebookState, { createdAt }: { readonly createdAt: Date }): boolean =>
  later(createdAt, state.settings.listLagSeconds) <= state.clock.now()

function inTimeRange({ params }: SignedVisit): (one: { readonly createdAt: Date }) => boolean {
  const since = params.number('since')
  const until = params.number('until')
  return ({ createdAt }) =>
    (since === null || createdAt.getTime() >= since * 1000) &&
    (until === null || createdAt.getTime() <= until * 1000)
}

function postList(state: FacebookState, visit: SignedVisit, fits: (post: Post) => boolean): unknown {
  const { access, params, path, fields, url } = visit
  const page = pageInPath(state, access, path['id'] ?? '', ['pages_read_engagement'], 10)
  params.only('limit', 'after', 'before', 'since', 'until')
  const isWithin = inTimeRange(visit)
  const items = [...state.posts.values()].filter(
    (post) => post.pageId === page.id && fits(post) && isWithin(post) && isListed(state, post),
  )
  const sorted = items.toSorted((left, right) => right.createdAt.getTime() - left.createdAt.getTime())
  const type = postType(state)
  return listReply(
    { items: sorted, idOf: ({ id }) => id, write: (post) => project(type, post, fields), url },
    params,
  )
}

/** GET /:id/published_posts, /:id/posts and /:id/feed: lists the published posts, newest first. */
export const listPosts = (state: FacebookState, visit: SignedVisit): unknown =>
  postList(state, visit, ({ published }) => published)

/** GET /:id/scheduled_posts: lists the posts that wait for their publication time. */
export const listScheduled = (state: FacebookState, visit: SignedVisit): unknown =>
  postList(state, visit, ({ scheduledFor }) => scheduledFor !== null)

/** GET /:id/videos: lists the videos of a page. */
export function listVideos(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path, fields, url } = visit
  const page = pageInPath(state, access, path['id'] ?? '', ['pages_read_engagement'], 10)
  params.only('limit', 'after', 'before', 'since', 'until', 'type')
  const isWithin = inTimeRange(visit)
  const isReels = url.pathname.endsWith('/video_reels')
  const items = [...state.videos.values()].filter(
    (video) =>
      video.pageId === page.id &&
      (video.kind === 'REEL') === isReels &&
      video.publish !== 'NOT_YET' &&
      isWithin(video) &&
      isListed(state, video),
  )
  const type = videoType(state)
  return listReply(
    { items: items.toReversed(), idOf: ({ id }) => id, write: (one) => project(type, one, fields), url },
    params,
  )
}

/** GET /:id/stories: lists the stories of a page. */
export function listStories(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path, url } = visit
  const page = pageInPath(state, access, path['id'] ?? '', ['pages_read_engagement'], 10)
  params.only('limit', 'after', 'before', 'since', 'until', 'status')
  const isWithin = inTimeRange(visit)
  const items = state.stories.filter(
    (story) => story.pageId === page.id && isWithin(story) && isListed(state, story),
  )
  const now = state.clock.now()
  return listReply(
    { items: items.toReversed(), idOf: ({ postId }) => postId, write: (one) => storyJson(one, now), url },
    params,
  )
}

const FIELDS = [
  'feed',
  'mention',
  'ratings',
  'messages',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'message_reads',
  'messaging_postbacks',
  'messaging_referrals',
  'messaging_optins',
  'messaging_handovers',
  'standby',
  'follow',
  'videos',
  'live_videos',
]

/**
 * GET, POST and DELETE /:id/subscribed_apps: reads or changes the webhook fields to which a page
 * is subscribed.
 */
export function subscribeApps(state: FacebookState, { access, params, path, request }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', ['pages_manage_metadata'])
  params.only('subscribed_fields')
  if (request.method === 'GET')
    return {
      data:
        page.subscribed.size === 0
          ? []
          : [{ id: state.settings.appId, name: 'The app', subscribed_fields: [...page.subscribed] }],
    }
  if (request.method === 'POST') params.must('subscribed_fields')
  const fields = params.list('subscribed_fields')
  for (const field of fields)
    if (!FIELDS.includes(field))
      throw badParameter(`Param subscribed_fields[0] must be one of {${FIELDS.join(', ').toUpperCase()}}`)
  if (fields.some((field) => field.startsWith('messag')))
    requirePageScopes(state, access, ['pages_messaging'], 200)
  page.subscribed.clear()
  if (request.method === 'POST') for (const field of fields) page.subscribed.add(field)
  return { success: true }
}
