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

/** Who reads: replies look different from each account. */
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

/** Mastodon's word for who can see a status. Null for a word we do not know: nothing may look more public than it is. */
export function toVisibility(word: string | null | undefined): Visibility | null {
  switch (word) {
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

/** A Poll. The server says `voted` to its author as well, who cannot vote: only the choices tell. */
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
 * A Status. A boost is empty itself: what it says is read from the boosted status, under the boost's own id.
 *
 * @param rootId - First post of the thread, where a thread was read; left out, only a top-level post knows.
 */
export function toPostDetails(status: StatusReply, reader: Reader, rootId?: string): PostDetails {
  const said = status.reblog ?? status
  const parentId = said.in_reply_to_id ?? null
  return makePostDetails({
    id: status.id,
    url: said.url ?? said.uri ?? null,
    author: toPerson(said.account, reader.host),
    ...toPlainText(said, reader.readHtml),
    html: said.content ?? null,
    attachments: (said.media_attachments ?? []).map((file) => toAttachment(file)),
    createdAt: toMomentOrNull(said.created_at),
    visibility: toVisibility(said.visibility),
    parentId,
    rootId: rootId ?? (parentId === null ? status.id : null),
    replyCount: said.replies_count ?? null,
    likeCount: said.favourites_count ?? null,
    repostCount: said.reblogs_count ?? null,
    quoteCount: said.quotes_count ?? null,
    likedByMe: said.favourited ?? null,
    repostedByMe: said.reblogged ?? null,
    editedAt: toMomentOrNull(said.edited_at),
    poll: said.poll ? toPoll(said.poll) : null,
    isMine: said.account.id === reader.accountId,
    raw: status,
  })
}

/** The numbers of a Status: what this server knows, not the whole network. */
export function toPostStats(status: StatusReply, raw: RawData): PostStats {
  return makePostStats({
    id: status.id,
    likes: status.favourites_count,
    comments: status.replies_count,
    shares: status.reblogs_count,
    raw,
  })
}

/** What came of a post: decided by what came back, because the server may publish at once what was to be scheduled. */
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
