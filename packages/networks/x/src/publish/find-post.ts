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

/** Posts of a page. Our choice: each is billed, and the span that is asked for holds few. */
const PAGE = 20
/**
 * Pages that are looked through, all within the span that is asked for: X takes 100 posts in 15 minutes from an app, and
 * 2,400 a day from an account. https://docs.x.com/x-api/fundamentals/rate-limits,
 * https://help.x.com/en/rules-and-policies/x-limits (read 2026-11-23)
 */
const MAX_PAGES = 10
/** What of them is asked for, by the names of August 2026. https://docs.x.com/x-api/users/get-posts (read 2026-11-22) */
export const RECENT_POSTS_QUERY = {
  'post.fields': 'created_at,entities,note_post,attachments',
  expansions: 'referenced_posts,attachments.media_keys,attachments.poll_ids',
} as const
/**
 * Seconds by which a post may be older than its request, as clocks differ and X writes moments down before it answers;
 * and those after the first try in which it arrives, if it does: 15 minutes, longer than a request may take. Our choice.
 */
export const SENT_SLACK = { secondsBefore: 10, secondsAfter: 900 } as const
/** Seconds that the end of a span has to be past for X to be asked for it: a moment to come is refused. Our choice. */
const PAST_SECONDS = 60

/** How a lost post is told from others. The words themselves stay out of the receipt. */
export interface Sought {
  /** SHA-256 of the words. */
  readonly words: string
  /** Keys of the files at X; null for one of which X told none. */
  readonly mediaKeys: readonly (string | null)[]
  readonly replyTo: string | null
  readonly quoted: string | null
  readonly hasPoll: boolean
  /** When it was sent first, by the clock of X. */
  readonly since: Date
}

const sought = v.object({
  words: v.string(),
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

/** As a receipt keeps it. */
export function toSoughtData(what: Sought): JsonObject {
  return { ...what, mediaKeys: [...what.mediaKeys], since: what.since.toISOString() }
}

/** Reads it back; null for a receipt that has none. */
export function readSought({ data }: Pick<Receipt, 'data'>): Sought | null {
  const read = v.safeParse(sought, data['sought'])
  return read.success ? read.output : null
}

/** Address without what X changes in it. */
function sameAddress(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '')
  const slash = bare.indexOf('/')
  const host = slash === -1 ? bare : bare.slice(0, slash)
  const path = slash === -1 ? '' : bare.slice(slash)
  return `${host.toLowerCase()}${path === '/' ? '' : path}`
}

/** The words of a post, whoever writes them: addresses in one spelling, names in front of an answer left out. */
export function hashText(text: string): string {
  const normal = composeText(text)
  let words = ''
  let at = 0
  for (const { start, length } of findWebAddresses(normal)) {
    if (start < at) continue
    words += normal.slice(at, start) + sameAddress(normal.slice(start, start + length))
    at = start + length
  }
  words += normal.slice(at)
  return createHash('sha256').update(words.trim()).digest('hex')
}

/** X may put the names of those who are answered in front of the words. */
const NAMES = /^(?:@\w{1,50} )*/

function hasSameText(post: PostReply, { words, replyTo }: Sought): boolean {
  const text = plainText(post)
  if (hashText(text) === words) return true
  return replyTo !== null && hashText(text.replace(NAMES, '')) === words
}

function hasAsManyFiles(post: PostReply, { mediaKeys }: Sought): boolean {
  return (post.attachments?.media_keys.length ?? 0) === mediaKeys.length
}

const idOf = ({ id }: PostReply): string => id

/** Hash of an empty text, which proves nothing. */
const NO_TEXT = hashText('')

/** True when a post has a file of this upload. X gives each upload a key of its own: no other post has it. */
function hasOwnFile(post: PostReply, { mediaKeys }: Sought): boolean {
  return mediaKeys.some((key) => key !== null && post.attachments?.media_keys.includes(key) === true)
}

/**
 * True when a post is the one that was sent: by the keys of its files where X gave any, otherwise by its text, poll and
 * references. A post without text and without such keys is never recognised.
 */
export function isSought(post: PostReply, what: Sought): boolean {
  if (what.mediaKeys.some((key) => key !== null)) return hasOwnFile(post, what)
  if (what.words === NO_TEXT) return false
  const hasPoll = (post.attachments?.poll_ids.length ?? 0) > 0
  return (
    referenceOf(post, 'replied_to') === what.replyTo &&
    referenceOf(post, 'quoted') === what.quoted &&
    hasPoll === what.hasPoll &&
    hasAsManyFiles(post, what) &&
    hasSameText(post, what)
  )
}

/** A moment as X takes it. */
const toSeconds = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`

/** The moments of a span. An end that is not past yet would be refused, and ends nothing. */
function between({ from, until }: SentSpan, now: Date): Fields {
  const isPast = until.getTime() + PAST_SECONDS * 1000 < now.getTime()
  return {
    start_time: toSeconds(from.getTime()),
    ...(isPast && { end_time: toSeconds(until.getTime() + 1000) }),
  }
}

/**
 * Looks among the account's posts for one that was sent: the same words, files, poll and references, made when it was.
 *
 * @param receipt - Tells when that was by our own clock.
 * @returns Which post belongs to the key of the call. `ABSENT` proves nothing: posts come into the lists late.
 */
export async function findPost(
  what: Sought,
  receipt: Pick<Receipt, 'createdAt'>,
  call: ReconcileCall,
): Promise<ClaimedFitting<PostReply>> {
  const { http, connection } = call
  const path = `/users/${encodeURIComponent(connection.accountId)}/tweets`
  const looked = await searchList<PostReply>({
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
  // Posts with the same text cannot be told apart. A key of a file needs no such check.
  const own = looked.fitting.filter(({ item }) => hasOwnFile(item, what))
  if (own.length > 0)
    return claimFitting({ ...looked, fitting: own }, { idOf, pick: 'FIRST', isUnique: true }, call)
  return claimFitting(looked, { idOf, pick: 'ONLY' }, call)
}
