import type { Visit } from '../framework/router.js'
import type { Access, Video } from './records.js'
import { requireAccess, requireAccount, requireParam } from './sign-in/access.js'
import { type BusinessState, secondsOf } from './state.js'
import { readNumber, readTexts } from './wire/lists.js'
import { badField, Refusal } from './wire/refusals.js'

/**
 * Delay of the comment counter in milliseconds: one day. A client must not skip a video because
 * its counter is unchanged.
 */
const COUNTER_LAG = 86_400_000

type Field = readonly [scope: string, read: (state: BusinessState, video: Video) => unknown]

function countOf(state: BusinessState, video: Video): number {
  const until = state.clock.now().getTime() - COUNTER_LAG
  return [...state.comments.values()].filter(
    ({ videoId, createdAt }) => videoId === video.id && createdAt.getTime() <= until,
  ).length
}

function shareUrl(state: BusinessState, { id, openId }: Video): string {
  return `https://www.tiktok.com/@${state.people.get(openId)?.username ?? ''}/video/${id}`
}

const statOf =
  (name: string) =>
  (_: BusinessState, { stats }: Video): number =>
    stats[name] ?? 0

/**
 * Fields of a video, each with its required scope.
 * https://business-api.tiktok.com/portal/docs?id=1762228421622786 (copy of August 2026)
 */
const FIELDS: Readonly<Record<string, Field>> = {
  item_id: ['video.list', (_, { id }) => id],
  create_time: ['video.list', (_, { createdAt }) => String(secondsOf(createdAt))],
  share_url: ['video.list', (state, video) => shareUrl(state, video)],
  caption: ['video.list', (_, { caption }) => caption],
  likes: ['video.list', statOf('likes')],
  comments: ['video.list', countOf],
  shares: ['video.list', statOf('shares')],
  favorites: ['video.list', statOf('favorites')],
  video_views: ['video.list', statOf('video_views')],
  reach: ['video.list', statOf('reach')],
  total_time_watched: ['video.insights', statOf('total_time_watched')],
  average_time_watched: ['video.insights', statOf('average_time_watched')],
  full_video_watched_rate: ['video.insights', statOf('full_video_watched_rate')],
}

function readFields(params: URLSearchParams, { scopes }: Access): readonly (readonly [string, Field])[] {
  const names = readTexts(params, 'fields')
  if (names?.includes('item_id') !== true) throw badField('fields', 'item_id is required.')
  return names.map((name) => {
    const field = FIELDS[name]
    if (field === undefined) throw badField('fields', `Unknown field ${name.slice(0, 40)}.`)
    // A single field without its scope fails the whole call.
    if (!scopes.includes(field[0]))
      throw new Refusal(40_130, `The scope ${field[0]} is required for the field ${name}.`)
    return [name, field] as const
  })
}

function readFilter(params: URLSearchParams): ReadonlySet<string> | null {
  const text = params.get('filters')
  if (text === null) return null
  try {
    const { video_ids: ids } = JSON.parse(text) as { readonly video_ids?: unknown } // safe cast: the next line checks `video_ids`
    if (Array.isArray(ids) && ids.every((one) => typeof one === 'string')) return new Set(ids)
  } catch {
    // Invalid JSON gets the same error as an invalid filter.
  }
  throw badField('filters', 'Not a valid filter.')
}

/**
 * GET /business/video/list/: lists public videos, newest first. The cursor is a Unix timestamp in
 * milliseconds.
 */
export function listVideos(state: BusinessState, visit: Visit): object {
  const params = visit.url.searchParams
  const access = requireAccess(state, visit, 'video.list')
  requireAccount(state, visit, access, requireParam(params, 'business_id'))
  const fields = readFields(params, access)
  const count = readNumber(params, 'max_count', { min: 1, max: 20, defaultValue: 10 })
  const cursor = readNumber(params, 'cursor', { min: 0, max: 9e15, defaultValue: 9e15 })
  const filter = readFilter(params)
  const left = [...state.videos.values()]
    .filter(
      ({ id, openId, isPublic, createdAt }) =>
        openId === access.openId && isPublic && createdAt.getTime() < cursor && filter?.has(id) !== false,
    )
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const page = left.slice(0, Math.min(count, state.settings.shortPages ?? count))
  return {
    videos: page.map((video) =>
      Object.fromEntries(fields.map(([name, [, read]]) => [name, read(state, video)])),
    ),
    cursor: page.at(-1)?.createdAt.getTime() ?? 0,
    has_more: left.length > page.length,
  }
}

/**
 * Returns a video of the account.
 * @throws Refusal if the video does not exist or belongs to another account.
 */
export function requireVideo(state: BusinessState, { openId }: Access, id: string): Video {
  const video = state.videos.get(id)
  if (video === undefined)
    throw new Refusal(state.settings.goneCode, `The video ${id.slice(0, 40)} does not exist.`)
  if (video.openId !== openId) throw new Refusal(40_001, 'No permission to operate.')
  return video
}
