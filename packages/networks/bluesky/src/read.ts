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

/** Depth of a thread unless asked for, and at most.
 *  https://docs.bsky.app/docs/api/app-bsky-feed-get-post-thread (read 2026-11-21) */
const DEFAULT_DEPTH = 6
/** Levels of a thread that may be asked for. Same page. */
const DEEPEST = 1000

/** Seconds in which an own new post may not have reached the servers that read. Our choice. */
const COMPLETING_SECONDS = 30

/** What stands in a thread for a post behind a block. */
const BLOCKED_POST = 'app.bsky.feed.defs#blockedPost'

/** The post is not there. */
export function gone(uri: string, raw: RawData): PostGoneError {
  return new PostGoneError(`The post ${uri} is deleted, or never existed. Leave it out.`, {
    platform: 'bluesky',
    raw,
  })
}

/**
 * The address that an id of a post means. Only a page's address with somebody else's handle costs a look-up.
 *
 * @throws NotFoundError when it can be no post.
 */
export async function assertPostUri(postId: string, { http, connection }: Call): Promise<string> {
  const uri = toPostUri(postId, connection.accountId)
  const address = uri === null ? null : parseUri(uri)
  if (!uri || !address)
    throw new NotFoundError(
      `${JSON.stringify(postId.slice(0, 200))} is no id of a bluesky post. An id looks like at://did:plc:…/app.bsky.feed.post/….`,
      { platform: 'bluesky' },
    )
  if (address.authority.startsWith('did:') || address.authority === connection.accountId) return uri
  // Servers fail on addresses with a handle, and handles change hands.
  const handle = address.authority.toLowerCase()
  if (handle === connection.extra['handle']) return toUri({ ...address, authority: connection.accountId })
  const { did } = await http.get('/xrpc/com.atproto.identity.resolveHandle', resolvedReply, {
    query: { handle },
  })
  return toUri({ ...address, authority: did })
}

/** True for an own post of just now: the servers that read may not know it yet. */
function isSettling(uri: string, { connection, clock }: Call): boolean {
  const { authority, key } = parseUri(uri) ?? {}
  const createdAt = authority === connection.accountId && key ? momentOfTid(key) : null
  return createdAt !== null && clock.now().getTime() - createdAt.getTime() < COMPLETING_SECONDS * 1000
}

function blocked(raw: RawData): BlockedError {
  return new BlockedError(
    'A block stands between this account and the author of the post. Nothing can be done from this side.',
    { platform: 'bluesky', raw },
  )
}

/**
 * Why a post is not listed: the list leaves out what is gone and what stands behind a block alike, and the thread tells
 * the two apart.
 *
 * @returns The post, when it turned up meanwhile.
 * @throws BlockedError, PostGoneError
 */
export async function askWhyAbsent(uri: string, call: Call): Promise<PostView> {
  const query = { uri, depth: 0, parentHeight: 0 }
  const { data, raw } = await call.http
    .request('GET', '/xrpc/app.bsky.feed.getPostThread', threadReply, { query })
    .catch((error: unknown) => {
      throw PostGoneError.is(error) ? gone(uri, error.raw) : error
    })
  if (data.thread.$type === BLOCKED_POST) throw blocked(raw)
  const read = v.safeParse(threadNode, data.thread)
  if (read.success && read.output.post) return read.output.post
  throw gone(uri, raw)
}

/**
 * Reads one post; one more request where it is not listed. An own post of the last seconds is asked for again before it
 * counts as gone.
 *
 * @throws PostGoneError when it is deleted, or never existed.
 * @throws BlockedError when a block exists between the account and its author.
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
  if (isSettling(uri, call)) {
    await call.clock.sleep(1, { signal: call.signal })
    const second = await read()
    if (second) return second
  }
  return await askWhyAbsent(uri, call)
}

/** Reading posts, threads and the account itself: one request each. */
export function reading(_settings: Settings): CanReadPost & CanReadThread & CanReadProfile {
  return {
    async readPost(postId, call) {
      const view = await readView(await assertPostUri(postId, call), call)
      return toPostDetails(view, call.connection.accountId)
    },
    async readThread(postId, { depth, limit }, call) {
      const uri = await assertPostUri(postId, call)
      const query = { uri, depth: Math.min(depth ?? DEFAULT_DEPTH, DEEPEST), parentHeight: 0 }
      const { data, raw } = await call.http.request('GET', '/xrpc/app.bsky.feed.getPostThread', threadReply, {
        query,
      })
      if (data.thread.$type === BLOCKED_POST) throw blocked(raw)
      const thread = toThread(data.thread, { did: call.connection.accountId, limit, raw })
      if (!thread) throw gone(uri, raw)
      return thread
    },
    async readProfile({ http, connection }) {
      const query = { actor: connection.accountId }
      const profile = await http.get('/xrpc/app.bsky.actor.getProfile', profileReply, { query })
      return { name: toName(profile.handle, profile.did), avatarUrl: pictureUrl(profile.avatar) }
    },
  }
}
