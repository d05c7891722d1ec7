import { createHash } from 'node:crypto'

import {
  claimFitting,
  type ClaimedFitting,
  composeText,
  type Fields,
  type JsonObject,
  searchList,
  type Receipt,
  type ReconcileCall,
  sentMoments,
  sentSpan,
  type SentSpan,
} from '@social/core/platform'
import * as v from 'valibot'

import { findWebAddresses, lostPostCost } from '../limits/index.js'
import { plainText, referenceOf, toMomentOrNull } from '../map/index.js'
import { type PostReply, postsReply } from '../schemas.js'

/**
 * Posts in one page of the search. Our choice, because X bills each post and the time span
 * contains few posts.
 */
const PAGE = 20
/**
 * Maximum pages of one search, which together have 200 posts. For comparison: X allows 100 posts
 * in 15 minutes for an app, and 2,400 a day for an account.
 * https://docs.x.com/x-api/fundamentals/rate-limits,
 * https://help.x.com/en/rules-and-policies/x-limits (read 2026-11-23)
 */
const MAX_PAGES = 10
/**
 * Requested fields of posts, with the field names of August 2026.
 * https://docs.x.com/x-api/users/get-posts (read 2026-11-22)
 */
export const RECENT_POSTS_QUERY = {
  'post.fields': 'created_at,entities,note_post,attachments',
  expansions: 'referenced_posts,attachments.media_keys,attachments.poll_ids',
} as const
/**
 * Margins of the searched time span, in seconds. 10 seconds before the first attempt, because
 * clocks differ. 15 minutes after an attempt, because no request takes longer. Our choice.
 */
export const SENT_SLACK = { secondsBefore: 10, secondsAfter: 900 } as const
/**
 * The end of the time span is sent only if the end is at least this many seconds ago, because X
 * refuses a future time. Our choice.
 */
const PAST_SECONDS = 60

/**
 * Properties by which a search finds a post whose response was lost. The receipt stores a hash
 * instead of the text.
 */
export interface Sought {
  /** SHA-256 of the post's text. */
  readonly textHash: string
  /** X's media key of each file; null for a file whose media key is unknown. */
  readonly mediaKeys: readonly (string | null)[]
  readonly replyTo: string | null
  readonly quoted: string | null
  readonly hasPoll: boolean
  /** Time of the first attempt, by the clock of X. */
  readonly since: Date
}

const sought = v.object({
  textHash: v.string(),
  mediaKeys: v.array(v.nullable(v.string())),
  replyTo: v.nullable(v.string()),
  quoted: v.nullable(v.string()),
  hasPoll: v.boolean(),
  since: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

/** Converts the properties to the JSON that a receipt stores. */
export function toSoughtData(what: Sought): JsonObject {
  return { ...what, mediaKeys: [...what.mediaKeys], since: what.since.toISOString() }
}

/** Reads the properties from a receipt. Returns null when the receipt has none. */
export function readSought({ data }: Pick<Receipt, 'data'>): Sought | null {
  const read = v.safeParse(sought, data['sought'])
  return read.success ? read.output : null
}

/** Returns a URL without the parts that X changes, for comparison. */
function sameAddress(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '')
  const slash = bare.indexOf('/')
  const host = slash === -1 ? bare : bare.slice(0, slash)
  const path = slash === -1 ? '' : bare.slice(slash)
  return `${host.toLowerCase()}${path === '/' ? '' : path}`
}

/** Returns the SHA-256 of a post's text after normalising its URLs. */
export function hashText(text: string): string {
  const normal = composeText(text)
  let normalized = ''
  let at = 0
  for (const { start, length } of findWebAddresses(normal)) {
    if (start < at) continue
    normalized += normal.slice(at, start) + sameAddress(normal.slice(start, start + length))
    at = start + length
  }
  normalized += normal.slice(at)
  return createHash('sha256').update(normalized.trim()).digest('hex')
}

/** Matches mentions at the start of a reply. X can add such mentions. */
const NAMES = /^(?:@\w{1,50} )*/

function hasSameText(post: PostReply, { textHash, replyTo }: Sought): boolean {
  const text = plainText(post)
  if (hashText(text) === textHash) return true
  return replyTo !== null && hashText(text.replace(NAMES, '')) === textHash
}

function hasAsManyFiles(post: PostReply, { mediaKeys }: Sought): boolean {
  return (post.attachments?.media_keys.length ?? 0) === mediaKeys.length
}

const idOf = ({ id }: PostReply): string => id

/** Hash of an empty text. An empty text does not identify a post. */
const NO_TEXT = hashText('')

/**
 * Returns true if the post contains a file of this upload. Each upload has a unique media key, so
 * another post cannot match.
 */
function hasOwnFile(post: PostReply, { mediaKeys }: Sought): boolean {
  return mediaKeys.some((key) => key !== null && post.attachments?.media_keys.includes(key) === true)
}

/**
 * Returns true if a post is the one that was sent. Compares the media keys if known, otherwise the
 * text, poll and references. A post without text and without media keys never matches.
 */
export function isSought(post: PostReply, what: Sought): boolean {
  if (what.mediaKeys.some((key) => key !== null)) return hasOwnFile(post, what)
  if (what.textHash === NO_TEXT) return false
  const hasPoll = (post.attachments?.poll_ids.length ?? 0) > 0
  return (
    referenceOf(post, 'replied_to') === what.replyTo &&
    referenceOf(post, 'quoted') === what.quoted &&
    hasPoll === what.hasPoll &&
    hasAsManyFiles(post, what) &&
    hasSameText(post, what)
  )
}

/** Returns a time in X's format, rounded down to a second. */
const toSeconds = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`

/**
 * Returns the query fields of a time span. The end is omitted unless the end is past, because X
 * refuses a future time.
 */
function between({ from, until }: SentSpan, now: Date): Fields {
  const isPast = until.getTime() + PAST_SECONDS * 1000 < now.getTime()
  return {
    start_time: toSeconds(from.getTime()),
    ...(isPast && { end_time: toSeconds(until.getTime() + 1000) }),
  }
}

/**
 * Searches the account's posts for a post whose response was lost. The post has to match the text,
 * files, poll, references and time span.
 *
 * @param receipt - Contains the time of the attempt by the clock of this process.
 * @returns The post that belongs to the key of the call. `ABSENT` does not prove that X never
 * received the post, because X lists posts late.
 */
export async function findPost(
  what: Sought,
  receipt: Pick<Receipt, 'createdAt'>,
  call: ReconcileCall,
): Promise<ClaimedFitting<PostReply>> {
  const { http, connection } = call
  const path = `/users/${encodeURIComponent(connection.accountId)}/tweets`
  const search = await searchList<PostReply>({
    async fetchPage(after, span) {
      const query = {
        max_results: PAGE,
        pagination_token: after,
        ...between(span, call.networkNow()),
        exclude: 'retweets',
        ...RECENT_POSTS_QUERY,
      }
      const { data, meta } = await http.get(path, postsReply, { query, cost: lostPostCost(PAGE) })
      return { items: data, next: meta?.next_token ?? null }
    },
    idOf,
    createdAt: (post) => toMomentOrNull(post.created_at),
    fits: (post) => isSought(post, what),
    span: () => sentSpan(sentMoments(what.since, receipt, call), SENT_SLACK),
    isNewestFirst: true,
    maxPages: MAX_PAGES,
  })
  // Media keys are unique, so they identify the post. Posts with the same text cannot be
  // distinguished.
  const own = search.fitting.filter(({ item }) => hasOwnFile(item, what))
  if (own.length > 0)
    return claimFitting({ ...search, fitting: own }, { idOf, pick: 'FIRST', isUnique: true }, call)
  return claimFitting(search, { idOf, pick: 'ONLY' }, call)
}
