import {
  type Attachment,
  type Connection,
  makeAttachment,
  makePoll,
  makePerson,
  makePostDetails,
  makePostResult,
  makePostStats,
  type Person,
  type Poll,
  type PostDetails,
  type PostResult,
  type PostStats,
  type RawData,
} from '@social/core/platform'

import type { Includes, MediaReply, PollReply, PostReply } from '../schemas.js'
import { toPerson, toPostUrl } from './people.js'
import { expandText } from './text.js'

/** X's format of times: ISO 8601 in UTC. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** Reads a time of a response. Returns null when the time is missing or invalid. */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (text === null || text === undefined || !MOMENT.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * People, files and polls of a response, which its posts refer to by id. `accountId` is the
 * connected account.
 */
export interface PostContext {
  readonly accountId: string
  readonly people: ReadonlyMap<string, Person>
  readonly files: ReadonlyMap<string, MediaReply>
  readonly polls: ReadonlyMap<string, PollReply>
}

/** Indexes the expansions of a response by id. */
export function toContext(includes: Includes, { accountId }: Connection): PostContext {
  const { users = [], media = [], polls = [] } = includes ?? {}
  return {
    accountId,
    people: new Map(users.map((user) => [user.id, toPerson(user)])),
    files: new Map(media.map((file) => [file.media_key, file])),
    polls: new Map(polls.map((poll) => [poll.id, poll])),
  }
}

/**
 * Returns the id of the post that this post replies to, quotes or reposts. Reads X's new field and
 * its old field.
 */
export function referenceOf(post: PostReply, type: 'replied_to' | 'quoted' | 'retweeted'): string | null {
  const all = post.referenced_posts.length > 0 ? post.referenced_posts : post.referenced_tweets
  return all.find((one) => one.type === type)?.id ?? null
}

/** Returns the full text of a post. Short URLs are replaced by their targets. */
export function plainText(post: PostReply): string {
  return expandText(post).text
}

const KINDS: Readonly<Record<string, string>> = { photo: 'image', video: 'video', animated_gif: 'gifv' }

function toAttachment(file: MediaReply): Attachment {
  return makeAttachment({
    kind: KINDS[file.type ?? ''] ?? file.type ?? 'unknown',
    url: file.url ?? null,
    previewUrl: file.preview_image_url ?? null,
    altText: file.alt_text ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
    raw: file,
  })
}

/** Converts the files of a post. A file without data in the response is left out. */
export function toAttachments(post: PostReply, { files }: PostContext): readonly Attachment[] {
  return (post.attachments?.media_keys ?? []).flatMap((key) => {
    const file = files.get(key)
    return file === undefined ? [] : [toAttachment(file)]
  })
}

const VOTING: Readonly<Record<string, boolean>> = { open: false, closed: true }

function toPoll(poll: PollReply): Poll {
  const inOrder = poll.options.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
  return makePoll({
    id: poll.id,
    choices: inOrder.map(({ label, votes }) => ({ text: label, votes: votes ?? null })),
    endsAt: toMomentOrNull(poll.end_datetime),
    isClosed: VOTING[poll.voting_status ?? ''] ?? null,
    raw: poll,
  })
}

/** Converts a post in a response of X to a post of the library. */
export function toPostDetails(post: PostReply, context: PostContext): PostDetails {
  const authorId = post.author_id ?? null
  const author = authorId === null ? null : (context.people.get(authorId) ?? makePerson({ id: authorId }))
  const { public_metrics: metrics } = post
  const poll = context.polls.get(post.attachments?.poll_ids[0] ?? '')
  return makePostDetails({
    id: post.id,
    url: toPostUrl(post.id, author?.handle ?? null),
    author,
    ...expandText(post),
    attachments: toAttachments(post, context),
    createdAt: toMomentOrNull(post.created_at),
    parentId: referenceOf(post, 'replied_to'),
    rootId: post.conversation_id ?? null,
    replyCount: metrics?.reply_count ?? null,
    likeCount: metrics?.like_count ?? null,
    repostCount: metrics?.repost_count ?? metrics?.retweet_count ?? null,
    quoteCount: metrics?.quote_count ?? null,
    poll: poll === undefined ? null : toPoll(poll),
    isMine: authorId === context.accountId,
    raw: post,
  })
}

export function toPostStats(post: PostReply, raw: RawData): PostStats {
  const { public_metrics: metrics } = post
  return makePostStats({
    id: post.id,
    likes: metrics?.like_count,
    comments: metrics?.reply_count,
    shares: metrics?.repost_count ?? metrics?.retweet_count,
    raw,
  })
}

/** Creates the result of a new post. X publishes every post immediately. */
export function toPostResult(
  postId: string,
  { accountName }: Connection,
  more: { readonly raw: RawData; readonly idempotencyKey?: string },
): PostResult {
  const username = accountName.startsWith('@') ? accountName.slice(1) : null
  return makePostResult({ id: postId, url: toPostUrl(postId, username), ...more })
}
