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

/** Posts in one page. Our choice: each is billed, and the requested time span contains few. */
const PAGE = 20
/**
 * Maximum pages of one search, all within the requested time span. X allows 100 posts in 15 minutes for an app, and
 * 2,400 a day for an account. https://docs.x.com/x-api/fundamentals/rate-limits,
 * https://help.x.com/en/rules-and-policies/x-limits (read 2026-11-23)
 */
const MAX_PAGES = 10
/** Requested fields, with the names of August 2026. https://docs.x.com/x-api/users/get-posts (read 2026-11-22) */
export const RECENT_POSTS_QUERY = {
  'post.fields': 'created_at,entities,note_post,attachments',
  expansions: 'referenced_posts,attachments.media_keys,attachments.poll_ids',
} as const
/**
 * Time span of a matching post, in seconds. Before the request: clocks differ, and X sets the time before it responds.
 * After the first attempt: 15 minutes, longer than a request can take. Our choice.
 */
export const SENT_SLACK = { secondsBefore: 10, secondsAfter: 900 } as const
/** Seconds by which the end of a span must be past to be sent: X refuses a future time. Our choice. */
const PAST_SECONDS = 60

/** Properties that identify a lost post. The receipt does not contain the text. */
export interface Sought {
  /** SHA-256 of the text. */
  readonly textHash: string
  /** Media keys of the files at X; null for a file without one. */
  readonly mediaKeys: readonly (string | null)[]
  readonly replyTo: string | null
  readonly quoted: string | null
  readonly hasPoll: boolean
  /** Time of the first attempt by the clock of X. */
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

/** Serialises the properties for a receipt. */
export function toSoughtData(what: Sought): JsonObject {
  return { ...what, mediaKeys: [...what.mediaKeys], since: what.since.toISOString() }
}

/** Reads the properties from a receipt; null when it has none. */
export function readSought({ data }: Pick<Receipt, 'data'>): Sought | null {
  const read = v.safeParse(sought, data['sought'])
  return read.success ? read.output : null
}

/** Normalised URL, without the parts that X changes. */
function sameAddress(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '')
  const slash = bare.indexOf('/')
  const host = slash === -1 ? bare : bare.slice(0, slash)
  const path = slash === -1 ? '' : bare.slice(slash)
  return `${host.toLowerCase()}${path === '/' ? '' : path}`
}

/** Hash of a post's text with normalised URLs. */
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

/** Mentions at the start of a reply, which X can add. */
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

/** Hash of an empty text, which identifies nothing. */
const NO_TEXT = hashText('')

/** True if a post has a file of this upload. Each upload has a unique key, so no other post has it. */
function hasOwnFile(post: PostReply, { mediaKeys }: Sought): boolean {
  return mediaKeys.some((key) => key !== null && post.attachments?.media_keys.includes(key) === true)
}

/**
 * True if a post is the one that was sent: by the media keys of its files if known, otherwise by its text, poll and
 * references. A post without text and without media keys never matches.
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

/** Time in X's format. */
const toSeconds = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`

/** Query fields of a span. The end is omitted unless it is past, because X refuses a future time. */
function between({ from, until }: SentSpan, now: Date): Fields {
  const isPast = until.getTime() + PAST_SECONDS * 1000 < now.getTime()
  return {
    start_time: toSeconds(from.getTime()),
    ...(isPast && { end_time: toSeconds(until.getTime() + 1000) }),
  }
}

/**
 * Searches the account's posts for one that was sent: same text, files, poll and references, created in the time span.
 *
 * @param receipt - Receipt with the time of the attempt by our clock.
 * @returns The post that belongs to the key of the call. `ABSENT` proves nothing: X lists posts late.
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
  // Posts with the same text are indistinguishable. Media keys are unique.
  const own = search.fitting.filter(({ item }) => hasOwnFile(item, what))
  if (own.length > 0)
    return claimFitting({ ...search, fitting: own }, { idOf, pick: 'FIRST', isUnique: true }, call)
  return claimFitting(search, { idOf, pick: 'ONLY' }, call)
}
