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

/** Account that reads, and its HTML reader. Responses differ between accounts. */
export interface Reader {
  /** The account's server. */
  readonly host: string
  /** The account's id on that server. */
  readonly accountId: string
  readonly readHtml: ReadHtml
}

/** The text fields of a status. */
export type StatusText = Pick<StatusReply, 'content' | 'mentions' | 'quote'>

/** The text of a status without its HTML. */
export function toPlainText(status: StatusText, readHtml: ReadHtml): PlainText {
  const mentions = new Map((status.mentions ?? []).map(({ id, url }) => [url ?? '', id]))
  return readHtml(status.content ?? '', { mentions, withoutQuoteLink: Boolean(status.quote) })
}

/** Visibility from Mastodon's value. Null for an unknown value: a post must not appear more public than it is. */
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

/** A MediaAttachment. */
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

/** A Poll. For the author of a poll `voted` is true without a vote, so only the choices are reliable. */
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
 * Details of a Status. The content of a boost is read from the boosted status. The id is that of the boost.
 *
 * @param rootId - First post of the thread, if the thread was read. Without it, only a top-level post has a known root.
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

/** Statistics of a Status, as far as this server knows them. */
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
 * Converts the response to a result. The server can publish a post immediately that was to be scheduled, so only the
 * response is reliable.
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
