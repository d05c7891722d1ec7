import {
  type Call,
  type CanDeletePosts,
  type CanPostThreads,
  type CanReconcile,
  makePostResult,
  type Post,
  type PostResult,
  type PublishCall,
  RateLimitError,
} from '@social/core/platform'
import {
  ADVICE,
  type ContainerSteps,
  containersUsableUntil,
  continueContainer,
  deleteObject,
  findPublished,
  idPath,
  createdMoment,
  publishContainer,
  publishPrepared,
  refuseLocalFiles,
  attemptAllowance,
} from '@social/meta-kit'

import { type Allowance, readLeft } from '../limits/index.js'
import { TEXTS } from '../messages.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { idReply } from '../schemas.js'
import { checkThreadsPost, type PostKind } from './check.js'
import { isLost, planOf, readFailure, readStatus, rulesOf } from './containers.js'
import { findLost, findPost } from './find-post.js'
import { type Kept, NOTHING, readSaved, type Sent, sentData, toSavedRequest } from './receipt.js'

/**
 * Seconds before each further attempt when Threads does not find a finished container. This is
 * common and temporary: Threads recommends to wait 30 seconds on average.
 * https://github.com/gitroomhq/postiz-app/pull/2047 (2026-09-09)
 */
const LOST_PAUSES = [5, 5, 5, 15, 30]

const SHOWN_AS: Readonly<Record<PostKind, string>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

/**
 * Refuses a post when the account has used up the posts or replies of the day. If the remaining
 * number cannot be read, the post is not refused.
 */
async function refuseUsedUpDay(which: Allowance, call: Call, needed = 1): Promise<void> {
  const left = await attemptAllowance(() => readLeft(which, call, ADVICE), call)
  if (left === null || left >= needed) return
  const what = which === 'POSTS' ? 'posts' : 'replies'
  throw new RateLimitError(
    left === 0
      ? `threads takes no more ${what} of this account: the limit of the last 24 hours is used up. Try again later.`
      : `threads takes only ${left} more ${what} of this account in these 24 hours, and the thread has ${needed}. Try again later, or shorten it.`,
    {
      platform: 'threads',
      retryAfter: null,
      passesSoon: false,
      reason: left === 0 ? 'DAILY_LIMIT' : 'DAY_USED_UP',
      ...(left > 0 && { userText: TEXTS.DAY_USED_UP, facts: { left } }),
    },
  )
}

/** A post whose container is ready to be published. */
interface Ready {
  readonly prepared: Kept
  readonly parent: string
  readonly sent: Sent
}

/** Returns the steps that publish a container and search for its post. */
function stepsFor(ready: Ready, call: PublishCall): ContainerSteps {
  const { prepared, sent } = ready
  // Another process may already have published this container. The search therefore starts at the
  // creation of the container.
  const kept = prepared.sent ?? toSavedRequest(sent, createdMoment(prepared, call))
  return {
    platform: 'threads',
    lostPauses: LOST_PAUSES,
    sent: kept,
    readStatus,
    readFailure,
    isLost,
    findPost: (asked) => findPost(kept, asked),
    publish: () => sendPublish(ready, call),
  }
}

/** Sends the request that publishes the container. */
async function sendPublish(ready: Ready, call: PublishCall): Promise<PostResult> {
  const { prepared, parent, sent } = ready
  const path = idPath(call.connection.accountId, 'threads_publish')
  const { data, raw } = await call.http.request('POST', path, idReply, {
    form: { creation_id: parent },
    finish: {
      data: sentData(prepared, sent, call),
      // A repeat within this time is safe, because Threads publishes a container at most once.
      repeatableUntil: containersUsableUntil(prepared),
    },
  })
  return makePostResult({ id: data.id, url: null, raw, idempotencyKey: call.idempotencyKey })
}

/**
 * Checks a post without a request.
 *
 * @throws NotSupportedError for a scheduled post.
 * @throws InvalidPostError for an invalid post, and for a file that Threads cannot fetch.
 */
function checkLocally(post: Post<ReadOptions>, canHostMedia: boolean): void {
  checkThreadsPost(post)
  refuseLocalFiles('threads', post.media, { canHostMedia })
}

function isValid(post: Post<ReadOptions>, canHostMedia: boolean): boolean {
  try {
    checkLocally(post, canHostMedia)
    return true
  } catch {
    return false // `checkThreadPart` reports the error later, with the index of the part
  }
}

/**
 * Creates the methods that publish text, pictures, videos, carousels and replies. They create the
 * container, wait until Threads has processed the container, and publish it.
 */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const kind = checkThreadsPost(post)
    const sent: Sent = { text: post.text, replyTo: post.replyTo, shownAs: SHOWN_AS[kind] }
    const known = readSaved(call.receipt)
    if (known.parent === null) refuseLocalFiles('threads', post.media, call)
    if (call.receipt?.step === 'FINISH' && known.parent !== null) {
      const steps = stepsFor({ prepared: known, parent: known.parent, sent }, call)
      const result = await continueContainer(known.parent, steps, call)
      if (result !== null) return result
    }
    const kept = readSaved(call.receipt)
    const until = containersUsableUntil(kept)
    const made = until !== null && until > call.clock.now() ? kept : NOTHING
    if (made.parent === null && made.pieces.length === 0)
      await refuseUsedUpDay(post.replyTo === null ? 'POSTS' : 'REPLIES', call)
    return publishPrepared(
      planOf(post, kind),
      { rules: rulesOf(settings), made, nothing: NOTHING },
      ({ prepared, parent, word }) => {
        const steps = stepsFor({ prepared, parent, sent }, call)
        return word === 'PUBLISHED' ? findPublished(steps, call) : publishContainer(parent, steps, call)
      },
      call,
    )
  }

  return {
    postOptions,
    publish,
    reconcile: findLost,
    async checkThreadPart(post, { index, posts, canHostMedia }, call) {
      checkLocally(post, canHostMedia)
      // Every part except the first is a reply. The limit is read only if all parts are valid, so
      // that an invalid thread costs no request.
      if (index === 0 && posts.length > 1 && posts.every((part) => isValid(part, canHostMedia)))
        await refuseUsedUpDay('REPLIES', call, posts.length - 1)
    },
    /**
     * Deletes a post or reply of the account. Threads allows 100 deletions in 24 hours. Requires
     * the permission `threads_delete`.
     */
    deletePost: deleteObject,
  } satisfies CanReconcile &
    CanDeletePosts &
    CanPostThreads &
    Readonly<Record<'publish' | 'postOptions', unknown>>
}
