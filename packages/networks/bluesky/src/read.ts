import {
  BlockedError,
  type Call,
  type CanReadPost,
  type CanReadProfile,
  type CanReadThread,
  NotFoundError,
  pictureUrl,
  PostGoneError,
  type RawData,
} from '@social/core/platform'
import * as v from 'valibot'

import { parseUri, toName, toPostDetails, toPostUri, toThread, toUri } from './map/index.js'
import type { Settings } from './options.js'
import { momentOfTid } from './publish/tid.js'
import { postsReply, type PostView, profileReply, resolvedReply, threadNode, threadReply } from './schemas.js'

/**
 * Default depth of a thread, in levels of replies.
 * https://docs.bsky.app/docs/api/app-bsky-feed-get-post-thread (read 2026-11-21)
 */
const DEFAULT_DEPTH = 6
/** Maximum depth of a thread. Source: the page named at `DEFAULT_DEPTH`. */
const MAX_DEPTH = 1000

/** Seconds for which a new own post may be missing in read requests. Our choice. */
const LISTING_DELAY_SECONDS = 30

/** Type of the placeholder for a blocked post in a thread. */
const BLOCKED_POST = 'app.bsky.feed.defs#blockedPost'

/** Creates the error for a missing post. */
export function missingPost(uri: string, raw: RawData): PostGoneError {
  return new PostGoneError(`The post ${uri} was deleted or never existed. Remove it from your data.`, {
    platform: 'bluesky',
    raw,
  })
}

/**
 * Returns the AT URI of a post from its id. Sends a request only if the id is a page URL with the
 * handle of another account.
 *
 * @throws NotFoundError for an invalid id.
 */
export async function assertPostUri(postId: string, { http, connection }: Call): Promise<string> {
  const uri = toPostUri(postId, connection.accountId)
  const address = uri === null ? null : parseUri(uri)
  if (!uri || !address)
    throw new NotFoundError(
      `${JSON.stringify(postId.slice(0, 200))} is not a valid bluesky post id. An id has the format at://did:plc:…/app.bsky.feed.post/….`,
      { platform: 'bluesky' },
    )
  if (address.authority.startsWith('did:') || address.authority === connection.accountId) return uri
  // The handle is replaced by a DID, because servers refuse AT URIs with a handle, and a handle can
  // change its owner.
  const handle = address.authority.toLowerCase()
  if (handle === connection.extra['handle']) return toUri({ ...address, authority: connection.accountId })
  const { did } = await http.get('/xrpc/com.atproto.identity.resolveHandle', resolvedReply, {
    query: { handle },
  })
  return toUri({ ...address, authority: did })
}

/** Returns true for a new own post, which read requests may not return yet. */
function isJustCreated(uri: string, { connection, clock }: Call): boolean {
  const { authority, key } = parseUri(uri) ?? {}
  const createdAt = authority === connection.accountId && key ? momentOfTid(key) : null
  return createdAt !== null && clock.now().getTime() - createdAt.getTime() < LISTING_DELAY_SECONDS * 1000
}

function blocked(raw: RawData): BlockedError {
  return new BlockedError(
    'This account or the author of the post blocks the other. The connected account cannot change this.',
    { platform: 'bluesky', raw },
  )
}

/**
 * Finds out why a post is missing in the response of `getPosts`. That list omits deleted and
 * blocked posts without distinction. The thread of the post distinguishes them.
 *
 * @returns The post, if it has appeared in the meantime.
 * @throws BlockedError when the account and the author block each other.
 * @throws PostGoneError when the post does not exist.
 */
export async function explainMissing(uri: string, call: Call): Promise<PostView> {
  const query = { uri, depth: 0, parentHeight: 0 }
  const { data, raw } = await call.http
    .request('GET', '/xrpc/app.bsky.feed.getPostThread', threadReply, { query })
    .catch((error: unknown) => {
      throw PostGoneError.is(error) ? missingPost(uri, error.raw) : error
    })
  if (data.thread.$type === BLOCKED_POST) throw blocked(raw)
  const read = v.safeParse(threadNode, data.thread)
  if (read.success && read.output.post) return read.output.post
  throw missingPost(uri, raw)
}

/**
 * Reads one post. Sends a second request when the first response lacks the post. A new own post is
 * requested again before it counts as missing.
 *
 * @throws PostGoneError when the post was deleted or never existed.
 * @throws BlockedError when the account and the author block each other.
 */
export async function readView(uri: string, call: Call): Promise<PostView> {
  const read = async (): Promise<PostView | undefined> => {
    const { posts } = await call.http.get('/xrpc/app.bsky.feed.getPosts', postsReply, {
      query: { uris: [uri] },
    })
    return posts[0]
  }
  const view = await read()
  if (view) return view
  if (isJustCreated(uri, call)) {
    await call.clock.sleep(1, { signal: call.signal })
    const second = await read()
    if (second) return second
  }
  return await explainMissing(uri, call)
}

/** Creates the methods that read posts, threads and the profile. Each method sends one request. */
export function reading(_settings: Settings): CanReadPost & CanReadThread & CanReadProfile {
  return {
    async readPost(postId, call) {
      const view = await readView(await assertPostUri(postId, call), call)
      return toPostDetails(view, call.connection.accountId)
    },
    async readThread(postId, { depth, limit }, call) {
      const uri = await assertPostUri(postId, call)
      const query = { uri, depth: Math.min(depth ?? DEFAULT_DEPTH, MAX_DEPTH), parentHeight: 0 }
      const { data, raw } = await call.http.request('GET', '/xrpc/app.bsky.feed.getPostThread', threadReply, {
        query,
      })
      if (data.thread.$type === BLOCKED_POST) throw blocked(raw)
      const thread = toThread(data.thread, { did: call.connection.accountId, limit, raw })
      if (!thread) throw missingPost(uri, raw)
      return thread
    },
    async readProfile({ http, connection }) {
      const query = { actor: connection.accountId }
      const profile = await http.get('/xrpc/app.bsky.actor.getProfile', profileReply, { query })
      return { name: toName(profile.handle, profile.did), avatarUrl: pictureUrl(profile.avatar) }
    },
  }
}
