import type { Visit } from '../../framework/router.js'
import type { Json, LocalPost, Location, PostState } from '../records.js'
import { checkParams, readBody, requireCaller, requireFullLocation } from '../sign-in/access.js'
import { type GoogleState, timeText } from '../state.js'
import { listAs, pageOf } from '../wire/paging.js'
import { badV4, forbidden, notFound, Refusal } from '../wire/refusals.js'
import { patch, readMask, textOf } from '../wire/shape.js'
import { fetchPicture } from './pictures.js'
import { checkPost, LOCAL_POST, picturesOf } from './post-checks.js'

const SERVICE = 'mybusiness'
/**
 * Matches a phone number. Google rejects posts that contain one.
 * https://support.google.com/business/answer/7213077 (copy of 2026)
 */
const PHONE_NUMBER = /\+?\d[\d ()-]{7,}\d/

/** Returns the current state of a post on the emulator's clock. */
export function stateOf(state: GoogleState, post: LocalPost): PostState {
  const { createdAt, scheduledAt, isRejected, fields } = post
  const now = state.clock.now().getTime()
  if (isRejected) return 'REJECTED'
  if (scheduledAt !== null && scheduledAt.getTime() > now) return 'SCHEDULED'
  const from = (scheduledAt ?? createdAt).getTime()
  if (from + state.settings.processSeconds * 1000 > now) return 'PROCESSING'
  return PHONE_NUMBER.test(textOf(fields['summary'])) ? 'REJECTED' : 'LIVE'
}

function postJson(state: GoogleState, post: LocalPost): Json {
  const { id, accountId, locationId, fields, media, createdAt, updatedAt } = post
  const { media: _, name: _too, ...rest } = fields
  const location = `accounts/${accountId}/locations/${locationId}`
  return {
    name: `${location}/localPosts/${id}`,
    ...rest,
    state: stateOf(state, post),
    ...(media.length > 0 && {
      media: media.map(({ name, googleUrl }) => ({
        name: `${location}/media/localPosts/${name}`,
        mediaFormat: 'PHOTO',
        googleUrl,
      })),
    }),
    searchUrl: `https://local.google.com/place?id=${locationId}&use=posts&lpsid=${id}`,
    createTime: timeText(createdAt),
    updateTime: timeText(updatedAt),
  }
}

/**
 * Fetches the pictures of a post. The emulator never fetches them again, even if the files change.
 */
async function keepPictures(state: GoogleState, fields: Json): Promise<LocalPost['media']> {
  const media: LocalPost['media'][number][] = []
  for (const address of picturesOf(fields)) {
    const sha256 = await fetchPicture(address, state)
    const name = `AF1Qip${state.seed.token('picture', 20)}`
    media.push({ name, googleUrl: `https://lh3.googleusercontent.com/p/${name}`, sha256 })
  }
  return media
}

function requireOpen({ isVerified, isClosedToPosts }: Location): void {
  if (!isVerified) throw forbidden()
  if (isClosedToPosts) throw badV4(1302, null, 'LOCATION_DISABLED_FOR_LOCAL_POST_API')
}

/** Stores a new post, created now. */
export function keepPost(
  state: GoogleState,
  parts: Omit<LocalPost, 'id' | 'createdAt' | 'updatedAt'>,
): LocalPost {
  const now = state.clock.now()
  const id = String(7_788_990_011 + state.posts.size * 13)
  const post: LocalPost = { ...parts, id, createdAt: now, updatedAt: now }
  state.posts.set(id, post)
  return post
}

/** POST /v4/{location}/localPosts: creates a post. A repeated request creates a second post. */
export async function createPost(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const location = requireFullLocation(state, token, visit)
  const fields = await readBody(visit, LOCAL_POST)
  requireOpen(location)
  checkPost(fields)
  const media = await keepPictures(state, fields)
  const { scheduledTime, summary } = fields
  const post = keepPost(state, {
    accountId: visit.params['account'] ?? '',
    locationId: location.id,
    fields: { languageCode: 'en', ...fields },
    media,
    scheduledAt: scheduledTime === undefined ? null : new Date(textOf(scheduledTime)),
    isRejected: state.next.rejectsPost,
  })
  state.next.rejectsPost = false
  const json = postJson(state, post)
  const content = { ...fields, summary, media: media.map(({ sha256 }) => sha256) }
  const kind = post.scheduledAt !== null && post.scheduledAt > post.createdAt ? 'SCHEDULED_POST' : 'POST'
  state.effects.add({ account: location.id, kind, id: textOf(json['name']), content })
  return Response.json(json)
}

function requirePost(state: GoogleState, visit: Visit): LocalPost {
  const token = requireCaller(state, visit, SERVICE)
  const location = requireFullLocation(state, token, visit)
  const post = state.posts.get(visit.params['post'] ?? '')
  if (post?.locationId !== location.id) throw notFound()
  return post
}

/** GET /v4/{post}: returns a post with its current state. */
export function readPost(state: GoogleState, visit: Visit): Response {
  const post = requirePost(state, visit)
  checkParams(visit, [])
  return Response.json(postJson(state, post))
}

/**
 * GET /v4/{location}/localPosts: lists posts, newest first. Google does not document the order.
 * Posts newer than `listDelaySeconds` are omitted.
 */
export function listPosts(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['pageSize', 'pageToken'])
  const { id } = requireFullLocation(state, token, visit)
  const until = state.clock.now().getTime() - state.settings.listDelaySeconds * 1000
  const own = [...state.posts.values()]
    .filter(({ locationId, createdAt }) => locationId === id && createdAt.getTime() <= until)
    .toReversed()
  const rule = { defaultValue: 20, max: 100, list: `posts ${id}` }
  const { items, next } = pageOf(own, visit.url.searchParams, rule)
  return Response.json({
    ...listAs(
      'localPosts',
      items.map((post) => postJson(state, post)),
    ),
    ...next,
  })
}

/** PATCH /v4/{post}: changes only the fields in the mask. */
export async function patchPost(state: GoogleState, visit: Visit): Promise<Response> {
  const post = requirePost(state, visit)
  checkParams(visit, ['updateMask'])
  const body = await readBody(visit, LOCAL_POST)
  const mask = readMask(LOCAL_POST, visit.url.searchParams.get('updateMask'), 'update_mask')
  const fields = patch(post.fields, body, mask)
  if (mask.some(([name]) => name === 'name' || name === 'topicType'))
    throw new Refusal('INVALID_ARGUMENT', 'The update mask names fields that cannot be changed.')
  checkPost(fields)
  const touchesMedia = mask.some(([name]) => name === 'media')
  const media = touchesMedia ? await keepPictures(state, fields) : post.media
  if (!state.next.ignoresPatch) {
    post.fields = fields
    post.media = media
    post.updatedAt = state.clock.now()
  }
  state.next.ignoresPatch = false
  return Response.json(postJson(state, post))
}

/** DELETE /v4/{post}: deletes a post. */
export function deletePost(state: GoogleState, visit: Visit): Response {
  const post = requirePost(state, visit)
  checkParams(visit, [])
  state.posts.delete(post.id)
  return Response.json({})
}
