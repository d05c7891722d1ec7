import {
  type Call,
  type CanDeletePosts,
  type CanPostThreads,
  type CanReconcile,
  makePostResult,
  PlatformError,
  type Post,
  type PostResult,
  type PublishCall,
  RateLimitError,
} from '@social/core/platform'
import {
  type ContainerSteps,
  containersUsableUntil,
  continueContainer,
  faultOf,
  findPublished,
  idPath,
  madeMoment,
  prepareContainers,
  refuseLocalFiles,
} from '@social/meta-kit'

import { type Allowance, readLeft } from '../limits/index.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { idReply, successReply } from '../schemas.js'
import { checkThreadsPost, type PostKind } from './check.js'
import { planOf, readStatus, rulesOf } from './containers.js'
import { findLost, findPost } from './find-post.js'
import { type Kept, NOTHING, readKept, type Sent, sentData, toKeptSent } from './receipt.js'

/** How often a publish that found no container is sent, and the seconds between: right after `FINISHED` that is common
 *  and passes (seen in independent clients, 2026). */
const TRIES_WHEN_NOT_FOUND = 4
/** Seconds before each of those retries; seen as above. */
const NOT_FOUND_SECONDS = 5
/** Subcode of "Media Not Found". */
const NOT_FOUND = 4_279_009

const SHOWN_AS: Readonly<Record<PostKind, string>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

async function refuseUsedUpDay(which: Allowance, call: Call, needed = 1): Promise<void> {
  const left = await readLeft(which, call)
  if (left === null || left >= needed) return
  const what = which === 'POSTS' ? 'posts' : 'replies'
  throw new RateLimitError(
    left === 0
      ? `threads takes no more ${what} of this account: the allowance of the last 24 hours is used up. Try again later.`
      : `threads takes only ${left} more ${what} of this account in these 24 hours, and the thread has ${needed}. Try again later, or make it shorter.`,
    { platform: 'threads', retryAfter: null, passesSoon: false },
  )
}

const isNotFound = (error: unknown): boolean =>
  PlatformError.is(error) && faultOf(error.raw)?.subcode === NOT_FOUND

/** What is published, and what it is found by. */
interface Ready {
  readonly prepared: Kept
  readonly parent: string
  readonly sent: Sent
}

/** How a container is gone on with: what was sent, and how it is sent again. */
function stepsFor(ready: Ready, settings: Settings, call: PublishCall): ContainerSteps {
  const { prepared, sent } = ready
  // Out by whatever hand: sent at the earliest when it was made.
  const kept = prepared.sent ?? toKeptSent(sent, madeMoment(prepared, call))
  return {
    platform: 'threads',
    readStatus,
    findPost: (asked) => findPost(kept, settings, asked),
    publish: () => publishContainer(ready, settings, call),
  }
}

/** The one visible request. While Threads does not find the container nothing came out, and it is asked again. */
async function publishContainer(ready: Ready, settings: Settings, call: PublishCall): Promise<PostResult> {
  const { prepared, parent, sent } = ready
  const path = idPath(call.connection.accountId, 'threads_publish')
  for (let attempt = 1; ; attempt += 1)
    try {
      const { data, raw } = await call.http.request('POST', path, idReply, {
        form: { creation_id: parent },
        finish: {
          data: sentData(prepared, sent, call),
          // A container comes out once, however often it is published.
          repeatableUntil: containersUsableUntil(prepared),
        },
      })
      settings.owners.claim(data.id, call)
      return makePostResult({ id: data.id, url: null, raw, idempotencyKey: call.idempotencyKey })
    } catch (error) {
      if (!isNotFound(error)) throw error
      if (attempt < TRIES_WHEN_NOT_FOUND) await call.clock.sleep(NOT_FOUND_SECONDS, { signal: call.signal })
      // One that is out is not found either.
      const { word } = await readStatus(parent, call)
      if (word === 'PUBLISHED') return findPublished(stepsFor(ready, settings, call), call)
      if (attempt === TRIES_WHEN_NOT_FOUND) throw error
    }
}

/** @throws NotSupportedError, InvalidPostError for what Threads refuses, and for files it cannot fetch. */
function checkLocally(post: Post<ReadOptions>, canHostMedia: boolean): void {
  checkThreadsPost(post)
  refuseLocalFiles('threads', post.media, { canHostMedia })
}

function isValid(post: Post<ReadOptions>, canHostMedia: boolean): boolean {
  try {
    checkLocally(post, canHostMedia)
    return true
  } catch {
    return false // its own check reports the error, with the number of the part
  }
}

/** Words, pictures, videos, carousels and replies: container, wait, publish. */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const kind = checkThreadsPost(post)
    const sent: Sent = { text: post.text, replyTo: post.replyTo, shownAs: SHOWN_AS[kind] }
    const known = readKept(call.receipt)
    if (known.parent === null) refuseLocalFiles('threads', post.media, call)
    if (known.sent !== null && known.parent !== null) {
      const steps = stepsFor({ prepared: known, parent: known.parent, sent }, settings, call)
      const result = await continueContainer(known.parent, steps, call)
      if (result !== null) return result
    }
    const until = containersUsableUntil(known)
    const isUsable = known.sent === null && until !== null && until > call.clock.now()
    const kept = isUsable ? known : NOTHING
    if (kept.parent === null && kept.pieces.length === 0)
      await refuseUsedUpDay(post.replyTo === null ? 'POSTS' : 'REPLIES', call)
    const { prepared, parent, word } = await prepareContainers(
      planOf(post, kind),
      { rules: rulesOf(settings), made: kept, nothing: NOTHING },
      call,
    )
    const ready = { prepared, parent, sent }
    // Out already, by whatever hand.
    return word === 'PUBLISHED'
      ? findPublished(stepsFor(ready, settings, call), call)
      : publishContainer(ready, settings, call)
  }

  return {
    postOptions,
    publish,
    reconcile: (receipt, call) => findLost(receipt, settings, call),
    async checkThreadPart(post, { index, posts, canHostMedia }, call) {
      checkLocally(post, canHostMedia)
      // Every part but the first is a reply. A thread with an invalid part is refused without a request.
      if (index === 0 && posts.length > 1 && posts.every((part) => isValid(part, canHostMedia)))
        await refuseUsedUpDay('REPLIES', call, posts.length - 1)
    },
    /** The account's own posts and replies; needs `threads_delete`, 100 in 24 hours. */
    async deletePost(postId, { http }) {
      await http.delete(idPath(postId), successReply)
    },
  } satisfies CanReconcile &
    CanDeletePosts &
    CanPostThreads &
    Readonly<Record<'publish' | 'postOptions', unknown>>
}
