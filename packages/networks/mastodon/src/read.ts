import {
  type Call,
  type CanReadPost,
  type CanReadProfile,
  type CanReadStats,
  type CanReadThread,
  assertWork,
  type Page,
  type PageOptions,
  pictureUrl,
  type PostDetails,
  type RawData,
  readPageOptions,
} from '@social/core/platform'
import * as v from 'valibot'

import {
  hostOf,
  nextMaxId,
  readerFor,
  toHandle,
  toMomentOrNull,
  toPostDetails,
  toPostStats,
  toThread,
} from './map/index.js'
import type { Settings } from './options.js'
import { accountReply, contextReply, historyReply, statusReply } from './schemas.js'

/**
 * Response header that the server sends while it is fetching replies from other servers.
 * https://docs.joinmastodon.org/methods/async_refreshes/ (read 2026-09-24)
 */
const ASYNC_REFRESH = 'mastodon-async-refresh'

/** Returns the request path of a status. */
export function statusPath(postId: string): string {
  return `/api/v1/statuses/${encodeURIComponent(postId)}`
}

/** One version of a post. Each edit creates a version. */
export interface PostVersion {
  readonly text: string
  /** HTML from the server. UNTRUSTED: sanitize the HTML before displaying it. */
  readonly html: string
  readonly spoilerText: string
  /** Time of the edit. For the first version, the time of the post. */
  readonly createdAt: Date | null
  /** Response of the server, unchanged. */
  readonly raw: RawData
}

/**
 * Reads all versions of a post, oldest first. The last version is the current one.
 * https://docs.joinmastodon.org/methods/statuses/#history (read 2026-11-22)
 *
 * @example
 * const versions = await account.run((call) => postHistory(post.id, call))
 */
export async function postHistory(postId: string, call: Call): Promise<readonly PostVersion[]> {
  assertWork('postHistory', call, { postId })
  const { http, connection } = call
  const versions = await http.get(`${statusPath(postId)}/history`, historyReply)
  const { readHtml } = await readerFor(connection)
  return versions.map((version) => ({
    text: readHtml(version.content ?? '', { mentions: new Map(), withoutQuoteLink: true }).text,
    html: version.content ?? '',
    spoilerText: version.spoiler_text ?? '',
    createdAt: toMomentOrNull(version.created_at),
    raw: version,
  }))
}

/**
 * Reads the quotes of a post, except those that its author has refused. Requires Mastodon 4.5.
 * https://docs.joinmastodon.org/methods/statuses/#quotes (read 2026-11-22)
 *
 * @example
 * const { items } = await account.run((call) => postQuotes(post.id, { after: null, limit: 20 },
 * call))
 */
export async function postQuotes(
  postId: string,
  options: PageOptions,
  call: Call,
): Promise<Page<PostDetails>> {
  assertWork('postQuotes', call, { postId })
  const { http, connection } = call
  const { after, limit } = readPageOptions('postQuotes', options)
  const query = { max_id: after, limit: limit && Math.min(limit, 40) }
  const path = `${statusPath(postId)}/quotes`
  const { data, headers } = await http.request('GET', path, v.array(statusReply), { query })
  const reader = await readerFor(connection)
  return { items: data.map((status) => toPostDetails(status, reader)), next: nextMaxId(headers) }
}

/**
 * Creates the methods that read posts, threads, statistics and the profile. A thread takes two
 * requests, everything else one.
 */
export function reading(_settings: Settings): CanReadPost & CanReadThread & CanReadStats & CanReadProfile {
  return {
    async readPost(postId, { http, connection }) {
      const status = await http.get(statusPath(postId), statusReply)
      return toPostDetails(status, await readerFor(connection))
    },

    async readThread(postId, { depth, limit }, { http, connection }) {
      const status = await http.get(statusPath(postId), statusReply)
      const context = await http.request('GET', `${statusPath(postId)}/context`, contextReply)
      const { ancestors, descendants } = context.data
      const rootId = ancestors[0]?.id ?? status.id
      const reader = await readerFor(connection)
      return toThread({
        post: toPostDetails(status, reader, rootId),
        replies: descendants.map((reply) => toPostDetails(reply, reader, rootId)),
        depth,
        limit,
        isArriving: context.headers[ASYNC_REFRESH] !== undefined,
        raw: context.raw,
      })
    },

    async readStats(postId, { http }) {
      const { data, raw } = await http.request('GET', statusPath(postId), statusReply)
      return toPostStats(data, raw)
    },

    async readProfile({ http, connection }) {
      const account = await http.get('/api/v1/accounts/verify_credentials', accountReply)
      return {
        name: `@${toHandle(account.acct, hostOf(connection))}`,
        avatarUrl: pictureUrl(account.avatar),
      }
    },
  }
}
