import {
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
  faultOf,
  findPublished,
  idPath,
  createdMoment,
  publishContainer,
  publishPrepared,
  refuseLocalFiles,
  attemptAllowance,
  textMark,
} from '@social/meta-kit'

import { NOT_READY } from '../errors/index.js'
import { readPostsLeft } from '../limits.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { idReply } from '../schemas.js'
import { checkMedia, type PostKind } from './check.js'
import { isLost, planOf, readFailure, readStatus, rulesOf } from './containers.js'
import { findLost, findMedia } from './find-post.js'
import { type Kept, type SavedRequest, NOTHING, readSaved, sentData } from './receipt.js'

/**
 * Maximum attempts to publish a container while Instagram reports that the container is not ready.
 * Our choice.
 */
const ATTEMPTS_WHEN_NOT_READY = 3
/** Seconds between two attempts to publish a container that is not ready. Our choice. */
const NOT_READY_SECONDS = 5
/**
 * Seconds before each further attempt when Instagram does not find the container, which is often
 * temporary. Our choice.
 */
const LOST_PAUSES = [5, 5, 5]

/**
 * Refuses a post when the account has used up the posts of the day. If the remaining number cannot
 * be read, the post is not refused.
 */
async function refuseUsedUpDay(call: PublishCall): Promise<void> {
  if ((await attemptAllowance(() => readPostsLeft(call, ADVICE), call)) !== 0) return
  throw new RateLimitError(
    'instagram takes no more posts of this account: the limit of the last 24 hours is used up. Try again later.',
    { platform: 'instagram', retryAfter: null, passesSoon: false, reason: 'DAILY_LIMIT' },
  )
}

/** Returns the `media_type` with which Instagram lists the published post. */
function shownAs(kind: PostKind, { media }: Post<ReadOptions>): string {
  if (kind === 'CAROUSEL') return 'CAROUSEL_ALBUM'
  return media[0]?.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE'
}

const wayOf = (kind: PostKind): SavedRequest['way'] => (kind === 'STORY' ? 'STORY' : 'MEDIA')

/**
 * Sends the request that publishes the container. Sends it again while Instagram responds "not
 * ready", because nothing was published then.
 */
async function sendPublish(
  post: Post<ReadOptions>,
  { kind, prepared, parent }: { readonly kind: PostKind; readonly prepared: Kept; readonly parent: string },
  call: PublishCall,
): Promise<PostResult> {
  const path = idPath(call.connection.accountId, 'media_publish')
  for (let attempt = 1; ; attempt += 1)
    try {
      const { data, raw } = await call.http.request('POST', path, idReply, {
        form: { creation_id: parent },
        finish: {
          data: sentData(prepared, { way: wayOf(kind), text: post.text, shownAs: shownAs(kind, post) }, call),
          // A repeat within this time is safe, because Instagram publishes a container at most
          // once.
          repeatableUntil: containersUsableUntil(prepared),
        },
      })
      return makePostResult({ id: data.id, url: null, raw, idempotencyKey: call.idempotencyKey })
    } catch (error) {
      if (!isNotReady(error) || attempt === ATTEMPTS_WHEN_NOT_READY) throw error
      await call.clock.sleep(NOT_READY_SECONDS, { signal: call.signal })
    }
}

/**
 * Returns true if Instagram refused a container because it is not ready. Other rate limit errors
 * are not retried here.
 */
function isNotReady(error: unknown): boolean {
  const fault = RateLimitError.is(error) ? faultOf(error.raw) : null
  return fault !== null && (fault.code === NOT_READY.code || fault.subcode === NOT_READY.subcode)
}

/** A post whose container is ready to be published. */
interface Ready {
  readonly post: Post<ReadOptions>
  readonly kind: PostKind
  readonly prepared: Kept
  readonly parent: string
}

/** Returns the steps that publish a container and search for its post. */
function stepsFor(ready: Ready, call: PublishCall): ContainerSteps {
  const { post, kind, prepared } = ready
  // Another process may already have published this container. The search therefore starts at the
  // creation of the container.
  const sent = prepared.sent ?? {
    way: wayOf(kind),
    textHash: textMark(post.text),
    ...createdMoment(prepared, call),
    on: null,
    shownAs: shownAs(kind, post),
  }
  return {
    platform: 'instagram',
    lostPauses: LOST_PAUSES,
    sent,
    readStatus,
    readFailure,
    isLost,
    findPost: (asked) => findMedia(sent, asked),
    publish: () => sendPublish(post, ready, call),
  }
}

/**
 * Creates the methods that publish pictures, reels, carousels and stories. They create the
 * container, wait until Instagram has processed the container, and publish it.
 */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const kind = checkMedia(post)
    const known = readSaved(call.receipt)
    if (known.parent === null) refuseLocalFiles('instagram', post.media, call)
    if (call.receipt?.step === 'FINISH' && known.parent !== null) {
      const steps = stepsFor({ post, kind, prepared: known, parent: known.parent }, call)
      const result = await continueContainer(known.parent, steps, call)
      if (result !== null) return result
    }
    const kept = readSaved(call.receipt)
    const until = containersUsableUntil(kept)
    const made = until !== null && until > call.clock.now() ? kept : NOTHING
    if (made.parent === null && made.pieces.length === 0) await refuseUsedUpDay(call)
    return publishPrepared(
      planOf(post, kind),
      { rules: rulesOf(settings), made, nothing: NOTHING },
      ({ prepared, parent, word }) => {
        const steps = stepsFor({ post, kind, prepared, parent }, call)
        return word === 'PUBLISHED' ? findPublished(steps, call) : publishContainer(parent, steps, call)
      },
      call,
    )
  }

  const reconcile: CanReconcile['reconcile'] = findLost
  return { postOptions, publish, reconcile }
}
