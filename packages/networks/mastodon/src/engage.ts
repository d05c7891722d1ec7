import {
  type Call,
  type CanLike,
  type CanReadLikes,
  type CanReply,
  type CanRepost,
  type LikeResult,
  model,
  assertWork,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { limitsForText, readLimits } from './limits/index.js'
import { hostOf, nextMaxId, serverAccountId, toPerson, toPostResult } from './map/index.js'
import { postOptions, type ReadOptions, type Settings } from './options.js'
import {
  checkDraft,
  mentionsFor,
  readSent,
  refuseImmediately,
  sendStatus,
  type StatusDraft,
  type Target,
} from './publish/index.js'
import { statusPath } from './read.js'
import { accountsReply, boostReply, type StatusReply, statusReply } from './schemas.js'

/** People in one page of likes at most. https://docs.joinmastodon.org/methods/statuses/#favourited_by (read 2026-09-24) */
const MAX_PAGE_SIZE = 80

type Visibility = NonNullable<ReadOptions['visibility']>

/** Who can see a status, from fewest to most. */
const FROM_NARROW: readonly Visibility[] = ['direct', 'private', 'unlisted', 'public']

/**
 * Who may see a reply: what was said to few is not repeated to many, whatever is asked for. An answer to a public post is
 * sent as asked; null leaves it to the account's own default.
 */
function visibilityOfReply(
  { visibility: parent }: StatusReply,
  asked: Visibility | undefined,
): Visibility | null {
  if (parent !== 'direct' && parent !== 'private') return asked ?? null
  const isNarrower = asked !== undefined && FROM_NARROW.indexOf(asked) < FROM_NARROW.indexOf(parent)
  return isNarrower ? asked : parent
}

/** Whom and whom to a reply goes: the author of the post, and everybody whom the post mentions. */
function toTarget(parent: StatusReply, text: string, options: ReadOptions, { connection }: Call): Target {
  const me = { host: hostOf(connection), accountId: serverAccountId(connection) }
  return {
    mentions: mentionsFor([parent.account, ...(parent.mentions ?? [])], text, me),
    visibility: visibilityOfReply(parent, options.visibility),
    inReplyToId: parent.id,
  }
}

/** Answering posts: the parent is read first, for whom it names and who could see it. */
function replying(settings: Settings): CanReply {
  return {
    async reply(postId, { text, media, options: given }, call: PublishCall) {
      const options = readOptions(postOptions, given, { platform: 'mastodon' })
      refuseImmediately({ media, options })
      const sent = readSent(call.receipt)?.target
      const target =
        sent ?? toTarget(await call.http.get(statusPath(postId), statusReply), text, options, call)
      const draft: StatusDraft = { text, media, options, publishAt: null, target }
      if (!sent) {
        const words = `${target.mentions}${text}`
        const known =
          media.length > 0 ? readLimits(call, settings) : limitsForText(words, options, call, settings)
        await checkDraft(draft, await known)
      }
      const { data, raw } = await sendStatus(draft, { operation: 'reply', settings }, call)
      return toPostResult(data, raw, call.idempotencyKey)
    },
  }
}

async function favourite(postId: string, verb: 'favourite' | 'unfavourite', call: Call): Promise<LikeResult> {
  const path = `${statusPath(postId)}/${verb}`
  const { raw } = await call.http.request('POST', path, null, { retry: 'always' })
  return model({ postId, likeId: null, raw })
}

/** Takes a boost back. @returns The id of the post that was boosted, which is another one where a boost's own was given. */
async function unreblog(postId: string, { http }: Call): Promise<string> {
  const answer = await http.post(`${statusPath(postId)}/unreblog`, boostReply, { retry: 'always' })
  return answer.reblog?.id ?? postId
}

/** Boosts, as Mastodon calls reposts. Both ways may be repeated without harm. */
function reposting(): CanRepost {
  return {
    async repost(postId, { http }) {
      const path = `${statusPath(postId)}/reblog`
      const { data, raw } = await http.request('POST', path, boostReply, { retry: 'always' })
      return model({ postId: data.reblog?.id ?? postId, repostId: data.id, raw })
    },

    async undoRepost(postId, _options, call) {
      const original = await unreblog(postId, call)
      // The id of a boost takes nothing back: only that of the original does.
      if (original !== postId) await unreblog(original, call)
    },
  }
}

/** Likes, which Mastodon calls favourites. Both ways may be repeated without harm. */
function liking(): CanLike & CanReadLikes {
  return {
    like: (postId, call) => favourite(postId, 'favourite', call),

    async unlike(postId, _options, call) {
      await favourite(postId, 'unfavourite', call)
    },

    async readLikes(postId, { after, limit }, { http, connection }) {
      const query = { max_id: after, limit: limit && Math.min(limit, MAX_PAGE_SIZE) }
      const path = `${statusPath(postId)}/favourited_by`
      const { data, headers } = await http.request('GET', path, accountsReply, { query })
      const host = hostOf(connection)
      return {
        items: data.map((account) => model({ person: toPerson(account, host), likedAt: null, raw: account })),
        next: nextMaxId(headers),
      }
    },
  }
}

/**
 * Takes the consent to a quote of one's own post back: the quoting post stays, and no longer shows it. May be repeated.
 * https://docs.joinmastodon.org/methods/statuses/#revoke_quote (read 2026-11-22)
 *
 * @throws NotAllowedError for another user's post.
 * @example
 * await account.run((call) => revokeQuote(post.id, quote.id, call))
 */
export async function revokeQuote(postId: string, quotingPostId: string, call: Call): Promise<void> {
  assertWork('revokeQuote', call, { postId, quotingPostId })
  const path = `${statusPath(postId)}/quotes/${encodeURIComponent(quotingPostId)}/revoke`
  await call.http.request('POST', path, null, { retry: 'always' })
}

/** Actions on posts: reply, like, boost. */
export function engaging(settings: Settings): CanReply & CanLike & CanReadLikes & CanRepost {
  return { ...replying(settings), ...liking(), ...reposting() }
}
