import type { Visit } from '../../framework/router.js'
import { userJson } from '../people/user-json.js'
import type { Post } from '../records.js'
import { requirePerson, requireSelf } from '../sign-in/access.js'
import type { XState } from '../state.js'
import { charge } from '../wire/billing.js'
import { checkBody, isBoolean, isId, readJson } from '../wire/input.js'
import { checkParams, page, readCount, readWanted } from '../wire/params.js'
import { gone, noLike, notPermitted } from '../wire/problems.js'
import { keepPost } from './create-post.js'
import { findVersion } from './post-store.js'

const WRITES = ['tweet.read', 'tweet.write', 'users.read']
const LIKES = ['tweet.read', 'users.read', 'like.write']

function mustFind(state: XState, id: string | undefined): Post {
  const post = findVersion(state, id ?? '')
  if (post === undefined) throw gone('tweet', id ?? '')
  return post
}

/** Handles DELETE /2/tweets/:id, which deletes all versions of the post. */
export function deletePost(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  const post = mustFind(state, visit.params['id'])
  if (post.authorId !== person.id) throw notPermitted('You are not authorized to delete this Tweet.')
  for (const id of post.history) state.posts.delete(id)
  charge(state, route, 'CONTENT_MANAGE')
  return Response.json({ data: { deleted: true } })
}

/** Handles PUT /2/tweets/:id/hidden. Hides or shows a reply in a conversation of the caller. */
export async function hideReply(state: XState, visit: Visit, route: string): Promise<Response> {
  const scopes = ['tweet.read', 'users.read', 'tweet.moderate.write']
  const person = requirePerson(state, visit, { route, scopes })
  const input = await readJson(visit.request)
  checkBody(input, { hidden: isBoolean }, ['hidden'])
  const post = mustFind(state, visit.params['id'])
  if (post.repliedToId === null || findVersion(state, post.conversationId)?.authorId !== person.id)
    throw notPermitted()
  post.isHidden = input['hidden'] === true
  charge(state, route, 'CONTENT_MANAGE')
  return Response.json({ data: { hidden: post.isHidden } })
}

/** Handles POST /2/users/:id/likes. */
export async function likePost(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: LIKES })
  requireSelf(person, visit.params['id'])
  const input = await readJson(visit.request)
  checkBody(input, { tweet_id: isId }, ['tweet_id'])
  if (state.settings.plan !== 'ENTERPRISE') throw noLike()
  mustFind(state, String(input['tweet_id'])).likedBy.add(person.id)
  charge(state, route, 'INTERACTION')
  return Response.json({ data: { liked: true } })
}

/** Handles DELETE /2/users/:id/likes/:tweet. */
export function unlikePost(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: LIKES })
  requireSelf(person, visit.params['id'])
  if (state.settings.plan !== 'ENTERPRISE') throw noLike()
  mustFind(state, visit.params['tweet']).likedBy.delete(person.id)
  charge(state, route, 'INTERACTION_DELETE')
  return Response.json({ data: { liked: false } })
}

/** Handles GET /2/tweets/:id/liking_users. Lists the hundred most recent likers. */
export function listLikers(state: XState, visit: Visit, route: string): Response {
  requirePerson(state, visit, { route, scopes: ['tweet.read', 'users.read', 'like.read'] })
  checkParams(state, visit.url, ['max_results', 'pagination_token'])
  const wanted = readWanted(state, visit.url)
  const people = [...mustFind(state, visit.params['id']).likedBy].flatMap((id) => state.people.get(id) ?? [])
  const newest = people.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1)).slice(0, 100)
  const { items, meta } = page(visit.url, newest, readCount(visit.url, [1, 100, 100]))
  charge(
    state,
    route,
    'USER_READ',
    items.map(({ id }) => id),
  )
  const { newest_id: _newest, oldest_id: _oldest, ...rest } = meta as Readonly<Record<string, unknown>> // safe cast: `page` returns `meta` as an object
  return Response.json({
    ...(items.length > 0 && { data: items.map((one) => userJson(state, one, wanted.user)) }),
    meta: rest,
  })
}

/** Handles POST /2/users/:id/retweets. */
export async function repost(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  requireSelf(person, visit.params['id'])
  const input = await readJson(visit.request)
  checkBody(input, { tweet_id: isId }, ['tweet_id'])
  const original = mustFind(state, String(input['tweet_id']))
  const before = repostOf(state, person.id, original.id)
  const author = state.people.get(original.authorId)?.username ?? ''
  const made =
    before ??
    keepPost(state, person, {
      kind: 'REPOST',
      repostedId: original.id,
      text: `RT @${author}: ${original.text}`,
    })
  if (before === undefined)
    state.effects.add({ account: person.id, kind: 'POST', id: made.id, content: { repost: original.id } })
  charge(state, route, 'INTERACTION')
  return Response.json({ data: { retweeted: true, rest_id: made.id } })
}

const repostOf = (state: XState, personId: string, originalId: string): Post | undefined =>
  [...state.posts.values()].find(
    ({ authorId, repostedId }) => authorId === personId && repostedId === originalId,
  )

/** Handles DELETE /2/users/:id/retweets/:tweet. */
export function undoRepost(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  requireSelf(person, visit.params['id'])
  const made = repostOf(state, person.id, visit.params['tweet'] ?? '')
  if (made !== undefined) state.posts.delete(made.id)
  charge(state, route, 'CONTENT_MANAGE')
  return Response.json({ data: { retweeted: false } })
}
