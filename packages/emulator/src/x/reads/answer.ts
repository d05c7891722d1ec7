import { mentionedIn } from '../people/people.js'
import { userJson } from '../people/user-json.js'
import { repliedToAuthorId, postJson } from '../posts/post-json.js'
import { findVersion } from '../posts/post-store.js'
import type { Person, Post } from '../records.js'
import type { XState } from '../state.js'
import type { Wanted } from '../wire/params.js'
import { named } from '../wire/vocabulary.js'

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]

function referencedBy(state: XState, { repliedToId, quotedId, repostedId }: Post): Post[] {
  return [repliedToId, quotedId, repostedId].flatMap((id) =>
    id === null ? [] : (findVersion(state, id) ?? []),
  )
}

function usersOf(
  state: XState,
  posts: readonly Post[],
  others: readonly Post[],
  { expansions }: Wanted,
): Person[] {
  const ids: (string | undefined)[] = []
  if (expansions.has('author_id')) ids.push(...[...posts, ...others].map(({ authorId }) => authorId))
  if (expansions.has('in_reply_to_user_id')) ids.push(...posts.map((post) => repliedToAuthorId(state, post)))
  if (expansions.has('entities.mentions.username'))
    ids.push(...posts.flatMap(({ text }) => mentionedIn(state, text)).map(({ id }) => id))
  return unique(ids).flatMap((id) => state.people.get(id ?? '') ?? [])
}

function mediaOf(state: XState, posts: readonly Post[], { media }: Wanted): object[] {
  return posts.flatMap(({ mediaIds }) =>
    mediaIds.map((id) => {
      const upload = state.uploads.get(id)
      const isVideo = upload?.category === 'tweet_video'
      const all: Readonly<Record<string, unknown>> = {
        media_key: `3_${id}`,
        type: isVideo ? 'video' : upload?.category === 'tweet_gif' ? 'animated_gif' : 'photo',
        url: isVideo ? undefined : `https://pbs.twimg.com/media/${id}.jpg`,
        preview_image_url: isVideo ? `https://pbs.twimg.com/media/${id}.jpg` : undefined,
        alt_text: upload?.altText ?? undefined,
        width: 1200,
        height: 800,
      }
      const requested = new Set(['media_key', 'type', ...media])
      return Object.fromEntries(
        Object.entries(all).filter(([name, value]) => requested.has(name) && value !== undefined),
      )
    }),
  )
}

function pollsOf(posts: readonly Post[], { poll: fields }: Wanted): object[] {
  return posts.flatMap(({ poll, createdAt }) => {
    if (poll === null) return []
    const all: Readonly<Record<string, unknown>> = {
      id: poll.id,
      options: poll.options.map((label, index) => ({ position: index + 1, label, votes: 0 })),
      duration_minutes: poll.minutes,
      end_datetime: new Date(createdAt.getTime() + poll.minutes * 60_000).toISOString(),
      voting_status: 'open',
    }
    const requested = new Set(['id', 'options', ...fields])
    return [Object.fromEntries(Object.entries(all).filter(([name]) => requested.has(name)))]
  })
}

/**
 * Returns the objects that the requested expansions add to a response. Returns null if there are
 * no such objects.
 */
function includesOf(state: XState, posts: readonly Post[], wanted: Wanted): object | null {
  const others = wanted.expansions.has('referenced_posts')
    ? unique(posts.flatMap((post) => referencedBy(state, post)))
    : []
  const found = {
    users: usersOf(state, posts, others, wanted).map((one) => userJson(state, one, wanted.user)),
    [named(state, 'posts')]: others.map((one) => postJson(state, one, wanted)),
    media: wanted.expansions.has('attachments.media_keys') ? mediaOf(state, posts, wanted) : [],
    polls: wanted.expansions.has('attachments.poll_ids') ? pollsOf(posts, wanted) : [],
  }
  const full = Object.entries(found).filter(([, list]) => list.length > 0)
  return full.length === 0 ? null : Object.fromEntries(full)
}

/** Creates a response that contains posts. The response for an empty list has no field `data`. */
export function postsReply(
  state: XState,
  posts: readonly Post[],
  wanted: Wanted,
  more: {
    readonly single?: boolean
    readonly meta?: object
    readonly errors?: readonly object[]
    /** Person who sees the private metrics of own posts. */
    readonly readerId?: string
  } = {},
): Response {
  const data = posts.map((post) => postJson(state, post, wanted, more.readerId))
  const includes = includesOf(state, posts, wanted)
  return Response.json({
    ...(data.length > 0 && { data: more.single === true ? data[0] : data }),
    ...(includes !== null && { includes }),
    ...(more.errors !== undefined && more.errors.length > 0 && { errors: more.errors }),
    ...(more.meta && { meta: more.meta }),
  })
}
