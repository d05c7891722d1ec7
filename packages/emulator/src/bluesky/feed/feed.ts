import type { Visit } from '../../framework/router.js'
import { formatFits } from '../lexicon/lexicon-formats.js'
import { findPerson, isBlocked, profileJson } from '../people/people.js'
import { parentOf } from '../repository/write-record.js'
import { requireCaller } from '../sign-in/access.js'
import type { BlueskyState, StoredRecord } from '../state.js'
import { badCursor, invalidParams, assertParam, numberParam, param } from '../wire/input.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'
import { likesOf, postJson, repliesTo } from './post-json.js'

/**
 * Maximum number of posts in one request of getPosts.
 * https://docs.bsky.app/docs/api/app-bsky-feed-get-posts (read 2026-11-21)
 */
const MAX_URIS = 25
const assertUri = (url: URL): string => assertParam(url, 'uri', 'at-uri')

/** Finds a post that the AppView already indexed. The AppView indexes a new post after a delay. */
function seenPost(state: BlueskyState, uri: string): StoredRecord | null {
  const record = state.records.get(uri)
  if (record?.collection !== 'app.bsky.feed.post') return null
  const age = state.clock.now().getTime() - record.indexedAt.getTime()
  return age >= state.settings.appViewLagSeconds * 1000 ? record : null
}

/**
 * Handles GET app.bsky.feed.getPosts. The response omits deleted posts, and posts of people whom a
 * block separates from the caller.
 */
export function getPosts(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireCaller(state, request)
  const uris = url.searchParams.getAll('uris').filter((uri) => uri !== '')
  if (uris.length === 0) throw invalidParams(url, 'Missing required key "uris"')
  if (uris.length > MAX_URIS)
    throw invalidParams(url, `array too big (maximum ${MAX_URIS}, got ${uris.length})`)
  for (const uri of uris)
    if (!formatFits('at-uri', uri)) throw invalidParams(url, `Invalid at-uri (got ${JSON.stringify(uri)})`)
  if (uris.some((uri) => !uri.startsWith('at://did:'))) throw badCursor()
  const posts = uris.flatMap((uri) => {
    const record = seenPost(state, uri)
    return record && !isBlocked(state, record.did, person.did) ? [postJson(state, record, person.did)] : []
  })
  return Response.json({ posts })
}

function blockedJson(state: BlueskyState, record: StoredRecord, viewer: string) {
  return {
    $type: 'app.bsky.feed.defs#blockedPost',
    uri: record.uri,
    blocked: true,
    author: {
      did: record.did,
      viewer: {
        blockedBy: state.blocks.has(`${record.did} ${viewer}`),
        ...(state.blocks.has(`${viewer} ${record.did}`) && {
          blocking: `at://${viewer}/app.bsky.graph.block/3222222222222`,
        }),
      },
    },
  }
}

function nodeJson(state: BlueskyState, record: StoredRecord, viewer: string, depth: number): unknown {
  if (isBlocked(state, record.did, viewer)) return blockedJson(state, record, viewer)
  return {
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: postJson(state, record, viewer),
    // At the maximum depth, the post has no key `replies`. Otherwise a post without replies has an empty list.
    ...(depth > 0 && {
      replies: repliesTo(state, record.uri).map((reply) => nodeJson(state, reply, viewer, depth - 1)),
    }),
    threadContext: {},
  }
}

/** Handles GET app.bsky.feed.getPostThread. */
export function getPostThread(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireCaller(state, request)
  const uri = assertUri(url)
  const depth = numberParam(url, 'depth', { defaultValue: 6, min: 0, max: 1000 })
  const height = numberParam(url, 'parentHeight', { defaultValue: 80, min: 0, max: 1000 })
  const record = state.records.get(uri)
  if (!record) throw new XrpcRefusal(400, 'NotFound', `Post not found: ${uri}`)
  const node = nodeJson(state, record, person.did, depth)
  const above = height > 0 ? parentOf(record) : null
  const parent = above === null ? null : state.records.get(above)
  const parentJson = parent
    ? nodeJson(state, parent, person.did, 0)
    : { $type: 'app.bsky.feed.defs#notFoundPost', uri: above, notFound: true }
  const thread = above !== null && typeof node === 'object' ? { ...node, parent: parentJson } : node
  return Response.json({ thread })
}

/** Returns the cursor after a like: the time of indexing and the content hash. */
const cursorOf = ({ indexedAt, cid }: StoredRecord): string => `${indexedAt.getTime()}::${cid}`

/**
 * Handles GET app.bsky.feed.getLikes. Lists the newest like first. The list for a deleted post is
 * empty.
 */
export function getLikes(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireCaller(state, request)
  const uri = assertUri(url)
  const limit = numberParam(url, 'limit', { defaultValue: 50, min: 1, max: 100 })
  param(url, 'cid', 'CID string')
  const cursor = param(url, 'cursor')
  if (cursor !== null && !/::|__/.test(cursor)) throw badCursor()
  const all = state.records.has(uri) ? likesOf(state, uri).toReversed() : []
  const start = cursor === null ? 0 : all.findIndex((like) => cursorOf(like) === cursor) + 1 || all.length
  const likes = all.slice(start, start + limit).flatMap((like) => {
    const actor = state.people.get(like.did)
    const { createdAt } = like.value
    return actor
      ? [{ actor: profileJson(state, actor, person.did), createdAt, indexedAt: like.indexedAt.toISOString() }]
      : []
  })
  const isMore = start + limit < all.length
  const last = all.slice(start, start + limit).at(-1)
  return Response.json({ uri, ...(isMore && last && { cursor: cursorOf(last) }), likes })
}

/** Handles GET app.bsky.actor.getProfile. */
export function getProfile(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireCaller(state, request)
  const actor = findPerson(state, assertParam(url, 'actor', 'AT identifier'))
  if (!actor) throw invalidRequest('Profile not found')
  const records = [...state.records.values()]
  return Response.json({
    ...profileJson(state, actor, person.did),
    associated: { lists: 0, feedgens: 0, starterPacks: 0, labeler: false },
    followersCount: records.filter(
      ({ collection, value }) => collection === 'app.bsky.graph.follow' && value['subject'] === actor.did,
    ).length,
    followsCount: records.filter(
      ({ collection, did }) => collection === 'app.bsky.graph.follow' && did === actor.did,
    ).length,
    postsCount: records.filter(
      ({ collection, did }) => collection === 'app.bsky.feed.post' && did === actor.did,
    ).length,
  })
}
