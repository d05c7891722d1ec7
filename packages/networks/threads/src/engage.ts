import {
  type Call,
  type CanModerateComments,
  type CanReplyToUpdates,
  type CanRepost,
  ConfigError,
  describeValue,
  model,
  assertWork,
  NotSupportedError,
  refuseUnknownNames,
  type Update,
} from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import type { Settings } from './options.js'
import { publishing } from './publish/index.js'
import { idReply, postItem, successReply } from './schemas.js'

/** Entries of the account's own list that are looked through for a repost. */
const NEWEST = 100

function idAt(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id : null
}

function wrongKind({ kind, kindName }: Update, what: string, suggestion: string): NotSupportedError {
  return new NotSupportedError({
    platform: 'threads',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion,
  })
}

/** What can be answered: a reply, or a mention. */
function answeredId(update: Update): string {
  const { postId, kind, platform } = update
  if (postId !== null && platform === 'threads' && (kind === 'COMMENT_CREATED' || kind === 'MENTION'))
    return postId
  throw wrongKind(update, 'answering', 'Pass one of the kind COMMENT_CREATED or MENTION.')
}

/** What can be hidden: a reply right under a post. What stands below it goes with it. */
function hiddenId(update: Update): string {
  const { postId, kind, platform, raw } = update
  if (postId === null || platform !== 'threads' || kind !== 'COMMENT_CREATED')
    throw wrongKind(update, 'hiding', 'Pass an update of the kind COMMENT_CREATED.')
  const [parent, root] = [idAt(raw['replied_to']), idAt(raw['root_post'])]
  if (parent !== null && root !== null && parent !== root)
    throw new NotSupportedError({
      platform: 'threads',
      what: 'hiding a reply to a reply',
      suggestion: 'Hide the reply above it that stands right under the post: what is below goes with it.',
    })
  return postId
}

/**
 * Answering, hiding and passing on. Needs `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February 2026)
 */
export function engaging(settings: Settings): CanReplyToUpdates & CanModerateComments & CanRepost {
  const { publish } = publishing(settings)
  return {
    /** Answers a reply or a mention. An answer is a post, and is sent like one. */
    async replyToUpdate(update, text, call) {
      const draft = { text, media: [], options: {}, publishAt: null, replyTo: answeredId(update) }
      return (await publish(draft, call)).id
    },

    /** Hides a reply right under a post, and everything below it; or shows it again. */
    async setCommentVisibility(update, { hidden }, { http }) {
      const path = idPath(hiddenId(update), 'manage_reply')
      await http.post(path, successReply, { form: { hide: hidden }, retry: 'always' })
    },

    /** Threads lets nobody delete what somebody else wrote. */
    deleteComment: () =>
      Promise.reject(
        new NotSupportedError({
          platform: 'threads',
          what: 'deleting a reply of somebody else',
          suggestion:
            'Hide it with account.setCommentVisibility; replies of your own go with account.deletePost.',
        }),
      ),

    /** Passes a post on, once: Threads makes a second one when it is asked twice, so the newest posts are looked through first. */
    async repost(postId, call) {
      const { http, connection } = call
      const query = { fields: 'id,media_type,reposted_post', limit: NEWEST }
      const path = idPath(connection.accountId, 'threads')
      const options = { query, maxPages: 1, more: 'CURSOR' } as const
      for await (const post of readGraphList(call, path, postItem, options))
        if (post.media_type === 'REPOST_FACADE' && post.reposted_post?.id === postId)
          return model({ postId, repostId: post.id, raw: { ...post } })
      const { data, raw } = await http.request('POST', idPath(postId, 'repost'), idReply)
      return model({ postId, repostId: data.id, raw })
    },

    /** Threads documents no call for it. */
    undoRepost: () =>
      Promise.reject(
        new NotSupportedError({
          platform: 'threads',
          what: 'taking a repost back',
          suggestion: 'The person can do it in the Threads app.',
        }),
      ),
  }
}

/**
 * Approves a reply that waits, so that everybody sees it, or passes it over; what was passed over can be approved later.
 * Doing it twice changes nothing. Needs `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February 2026)
 *
 * @param replyId - From `pendingReplies`.
 * @param call - The call of an account.
 * @throws PostGoneError when there is no such reply.
 * @example
 * await account.run((call) => approveReply(reply.id, { approve: true }, call))
 */
export async function approveReply(
  replyId: string,
  options: { readonly approve: boolean },
  call: Call,
): Promise<void> {
  assertWork('approveReply', call, { replyId })
  refuseUnknownNames(options, ['approve'], 'approveReply')
  const { approve } = options
  if (typeof approve !== 'boolean')
    throw new ConfigError(`approveReply: approve must be true or false, not ${describeValue(approve)}.`)
  const path = idPath(replyId, 'manage_pending_reply')
  await call.http.post(path, successReply, { form: { approve }, retry: 'always' })
}
