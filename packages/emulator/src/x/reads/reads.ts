import type { Visit } from '../../framework/router.js'
import { findPerson, mentionedIn } from '../people/people.js'
import { userJson } from '../people/user-json.js'
import { PRIVATE_METRICS, repliedToAuthorId, seesPrivateMetrics } from '../posts/post-json.js'
import { findVersion, listed } from '../posts/post-store.js'
import type { Person, Post } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import type { XState } from '../state.js'
import { charge, refuseAboveCap } from '../wire/billing.js'
import { checkParams, page, readCount, readId, readMoment, readWanted } from '../wire/params.js'
import { gone, goneError, hiddenField, invalid } from '../wire/problems.js'
import { postsReply } from './answer.js'
import { readQuery } from './search-query.js'

const READS = ['tweet.read', 'users.read']
const RANGE_PARAMS = ['start_time', 'end_time', 'since_id', 'until_id']
/**
 * Maximum number of mentions that clients can read. https://docs.x.com/x-api/users/get-mentions
 * (read 2026-11-22)
 */
const MAX_MENTIONS = 800
/**
 * Seconds that a search covers: seven days. https://docs.x.com/x-api/posts/search-recent-posts
 * (read 2026-11-22)
 */
const SEARCH_SECONDS = 604_800

/** Handles GET /2/users/me, /2/users/:id and /2/users/by/username/:username. */
export function readUser(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: READS })
  checkParams(state, visit.url, [])
  const wanted = readWanted(state, visit.url)
  const { id, username } = visit.params
  const found = id === undefined && username === undefined ? person : findPerson(state, username ?? id ?? '')
  if (found === null)
    return Response.json({
      errors: [goneError('user', username === undefined ? 'id' : 'username', username ?? id ?? '')],
    })
  charge(state, route, 'USER_READ', [found.id])
  return Response.json({ data: userJson(state, found, wanted.user) })
}

/**
 * Handles GET /2/tweets/:id and /2/tweets?ids=. A deleted post causes an error object inside a
 * response with status 200.
 */
export function readPosts(state: XState, visit: Visit, route: string): Response {
  const { id: readerId } = requirePerson(state, visit, { route, scopes: READS })
  const single = visit.params['id']
  checkParams(state, visit.url, single === undefined ? ['ids'] : [])
  const wanted = readWanted(state, visit.url)
  const ids = single === undefined ? (visit.url.searchParams.get('ids') ?? '').split(',') : [single]
  if (ids.length > 100 || !ids.every((id) => /^[0-9]{1,19}$/.test(id)))
    throw invalid('The `ids` must be 1 to 100 ids', { ids: ids.slice(0, 3) })
  refuseAboveCap(state)
  const found = ids.map((id) => findVersion(state, id))
  const posts = found.flatMap((post) => post ?? [])
  const errors = ids
    .filter((_, index) => found[index] === undefined)
    .map((id) => goneError('tweet', single === undefined ? 'ids' : 'id', id))
  const hidden = posts
    .filter((post) => !seesPrivateMetrics(state, post, readerId))
    .flatMap(({ id }) =>
      PRIVATE_METRICS.filter((field) => wanted.post.has(field)).map((field) => hiddenField(id, field)),
    )
  charge(
    state,
    route,
    'POST_READ',
    posts.map(({ id }) => id),
  )
  return postsReply(state, posts, wanted, {
    single: single !== undefined,
    errors: [...errors, ...hidden],
    readerId,
  })
}

/** Returns the posts of a list within the requested range. */
function filterByRange(url: URL, posts: readonly Post[]): Post[] {
  const [start, end] = [readMoment(url, 'start_time'), readMoment(url, 'end_time')]
  const [since, until] = [readId(url, 'since_id'), readId(url, 'until_id')]
  return posts.filter(
    ({ id, createdAt }) =>
      (start === null || createdAt >= start) &&
      (end === null || createdAt < end) &&
      (since === null || BigInt(id) > since) &&
      (until === null || BigInt(id) < until),
  )
}

function mustFind(state: XState, id: string | undefined): Person {
  const person = state.people.get(id ?? '')
  if (person === undefined) throw gone('user', id ?? '')
  return person
}

function listReply(
  state: XState,
  visit: Visit,
  parts: {
    readonly route: string
    readonly posts: readonly Post[]
    readonly isOwned: boolean
    readonly range: readonly [number, number, number]
  },
): Response {
  const { route, posts, isOwned, range } = parts
  const wanted = readWanted(state, visit.url)
  const size = readCount(visit.url, range)
  const { items, meta } = page(visit.url, filterByRange(visit.url, posts), size)
  charge(
    state,
    route,
    isOwned ? 'OWNED_READ' : 'POST_READ',
    items.map(({ id }) => id),
  )
  return postsReply(state, items, wanted, { meta })
}

/**
 * Handles GET /2/users/:id/mentions. Lists posts that mention a person, and replies to the
 * person's posts.
 */
export function listMentions(state: XState, visit: Visit, route: string): Response {
  const caller = requirePerson(state, visit, { route, scopes: READS })
  checkParams(state, visit.url, ['max_results', 'pagination_token', ...RANGE_PARAMS])
  refuseAboveCap(state)
  const person = mustFind(state, visit.params['id'])
  const posts = listed(state, state.settings.mentionsDelaySeconds)
    .filter(
      (post) =>
        post.kind === 'POST' &&
        post.authorId !== person.id &&
        (mentionedIn(state, post.text).includes(person) || repliedToAuthorId(state, post) === person.id),
    )
    .slice(0, MAX_MENTIONS)
  return listReply(state, visit, { route, posts, isOwned: person === caller, range: [5, 100, 10] })
}

/** Handles GET /2/users/:id/tweets. */
export function listUserPosts(state: XState, visit: Visit, route: string): Response {
  const caller = requirePerson(state, visit, { route, scopes: READS })
  checkParams(state, visit.url, ['max_results', 'pagination_token', 'exclude', ...RANGE_PARAMS])
  refuseAboveCap(state)
  const person = mustFind(state, visit.params['id'])
  const without = (visit.url.searchParams.get('exclude') ?? '').split(',').filter(Boolean)
  if (!without.every((one) => one === 'retweets' || one === 'replies'))
    throw invalid('The `exclude` query parameter value is not one of [replies,retweets]', {
      exclude: without,
    })
  const posts = listed(state, state.settings.timelineDelaySeconds).filter(
    ({ authorId, kind, repliedToId }) =>
      authorId === person.id &&
      !(without.includes('retweets') && kind === 'REPOST') &&
      !(without.includes('replies') && repliedToId !== null),
  )
  return listReply(state, visit, { route, posts, isOwned: person === caller, range: [5, 100, 10] })
}

/**
 * Handles GET /2/tweets/search/recent. Searches the posts of seven days, without reposts. New
 * posts appear after a delay.
 */
export function searchPosts(state: XState, visit: Visit, route: string): Response {
  requirePerson(state, visit, { route, scopes: READS })
  checkParams(state, visit.url, [
    'query',
    'max_results',
    'next_token',
    'pagination_token',
    'sort_order',
    ...RANGE_PARAMS,
  ])
  refuseAboveCap(state)
  const fits = readQuery(visit.url.searchParams.get('query') ?? '')
  const since = state.clock.now().getTime() - SEARCH_SECONDS * 1000
  const posts = listed(state, state.settings.searchDelaySeconds).filter(
    (post) => post.kind === 'POST' && post.createdAt.getTime() >= since && fits(state, post),
  )
  return listReply(state, visit, { route, posts, isOwned: false, range: [10, 100, 10] })
}
