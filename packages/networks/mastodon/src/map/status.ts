import {
  type Attachment,
  makeAttachment,
  makePoll,
  makePostDetails,
  makePostResult,
  makePostStats,
  type Poll,
  type PostDetails,
  type PostResult,
  type PostStats,
  type RawData,
  type Visibility,
} from '@social/core/platform'

import type { AttachmentReply, PollReply, PostedReply, StatusReply } from '../schemas.js'
import type { PlainText, ReadHtml } from './html/index.js'
import { toMomentOrNull } from './moments.js'
import { toPerson } from './people.js'

/** The account that reads a response, and the HTML reader. Responses differ between accounts. */
export interface Reader {
  /** Host of the account's server. */
  readonly host: string
  /** Id of the account on its server. */
  readonly accountId: string
  readonly readHtml: ReadHtml
}

export type StatusText = Pick<StatusReply, 'content' | 'mentions' | 'quote'>

/** Converts the HTML of a status to plain text. */
export function toPlainText(status: StatusText, readHtml: ReadHtml): PlainText {
  const mentions = new Map((status.mentions ?? []).map(({ id, url }) => [url ?? '', id]))
  return readHtml(status.content ?? '', { mentions, withoutQuoteLink: Boolean(status.quote) })
}

/**
 * Converts Mastodon's visibility. Returns null for an unknown value, so that a post never appears
 * more public than it is.
 */
export function toVisibility(value: string | null | undefined): Visibility | null {
  switch (value) {
    case 'public':
      return 'PUBLIC'
    case 'unlisted':
      return 'UNLISTED'
    case 'private':
      return 'FOLLOWERS'
    case 'direct':
      return 'DIRECT'
    default:
      return null
  }
}

/** Converts a MediaAttachment entity. */
export function toAttachment(file: AttachmentReply): Attachment {
  return makeAttachment({
    kind: file.type || 'unknown',
    url: file.url ?? null,
    previewUrl: file.preview_url ?? null,
    altText: file.description ?? null,
    width: file.meta?.original?.width ?? null,
    height: file.meta?.original?.height ?? null,
    raw: file,
  })
}

/**
 * Converts a Poll entity. Reads only the choices of the account, because `voted` is also true for
 * the author of a poll.
 */
function toPoll(poll: PollReply): Poll {
  const mine = poll.own_votes ?? null
  return makePoll({
    id: poll.id ?? null,
    choices: poll.options.map(({ title, votes_count: votes }, index) => ({
      text: title,
      votes: votes ?? null,
      chosenByMe: mine === null ? null : mine.includes(index),
    })),
    endsAt: toMomentOrNull(poll.expires_at),
    isClosed: poll.expired ?? null,
    multiple: poll.multiple ?? false,
    voteCount: poll.votes_count ?? null,
    voterCount: poll.voters_count ?? null,
    votedByMe: mine === null ? (poll.voted ?? null) : mine.length > 0,
    raw: poll,
  })
}

/**
 * Converts a Status entity. For a boost, the content comes from the boosted status and the id from
 * the boost.
 *
 * @param rootId - First post of the thread, if the caller has read the thread. Without `rootId`,
 * only a top-level post has a known root.
 */
export function toPostDetails(status: StatusReply, reader: Reader, rootId?: string): PostDetails {
  const original = status.reblog ?? status
  const parentId = original.in_reply_to_id ?? null
  return makePostDetails({
    id: status.id,
    url: original.url ?? original.uri ?? null,
    author: toPerson(original.account, reader.host),
    ...toPlainText(original, reader.readHtml),
    html: original.content ?? null,
    attachments: (original.media_attachments ?? []).map((file) => toAttachment(file)),
    createdAt: toMomentOrNull(original.created_at),
    visibility: toVisibility(original.visibility),
    parentId,
    rootId: rootId ?? (parentId === null ? status.id : null),
    replyCount: original.replies_count ?? null,
    likeCount: original.favourites_count ?? null,
    repostCount: original.reblogs_count ?? null,
    quoteCount: original.quotes_count ?? null,
    likedByMe: original.favourited ?? null,
    repostedByMe: original.reblogged ?? null,
    editedAt: toMomentOrNull(original.edited_at),
    poll: original.poll ? toPoll(original.poll) : null,
    isMine: original.account.id === reader.accountId,
    raw: status,
  })
}

/** Converts the statistics of a Status. The server does not know all reactions on other servers. */
export function toPostStats(status: StatusReply, raw: RawData): PostStats {
  return makePostStats({
    id: status.id,
    likes: status.favourites_count,
    comments: status.replies_count,
    shares: status.reblogs_count,
    raw,
  })
}

/**
 * Converts the response to a new post. Whether the post is scheduled is read from the response,
 * because the server may publish a post immediately that was to be scheduled.
 */
export function toPostResult(posted: PostedReply, raw: RawData, idempotencyKey: string): PostResult {
  const isScheduled = posted.scheduled_at != null && posted.content == null
  return makePostResult({
    id: posted.id,
    url: isScheduled ? null : (posted.url ?? posted.uri ?? null),
    state: isScheduled ? 'SCHEDULED' : 'DONE',
    raw,
    idempotencyKey,
  })
}
