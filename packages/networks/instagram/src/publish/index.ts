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

import { NOT_READY } from '../errors.js'
import { readPostsLeft } from '../limits.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { idReply } from '../schemas.js'
import { checkMedia, type PostKind } from './check.js'
import { isLost, planOf, readFailure, readStatus, rulesOf } from './containers.js'
import { findLost, findMedia } from './find-post.js'
import { type Kept, type SavedRequest, NOTHING, readSaved, sentData } from './receipt.js'

/** How often a publish that came too early is retried. Our choice. */
const ATTEMPTS_WHEN_NOT_READY = 3
/** Seconds before each of those retries. Our choice. */
const NOT_READY_SECONDS = 5
/** Seconds before each further attempt when the container is not found, which is often temporary. Our choice. */
const LOST_PAUSES = [5, 5, 5]

/** The allowance is advice: a query that fails does not hold the post. */
async function refuseUsedUpDay(call: PublishCall): Promise<void> {
  if ((await attemptAllowance(() => readPostsLeft(call, ADVICE), call)) !== 0) return
  throw new RateLimitError(
    'instagram takes no more posts of this account: the allowance of the last 24 hours is used up. Try again later.',
    { platform: 'instagram', retryAfter: null, passesSoon: false },
  )
}

/** Instagram's `media_type` of what is published. */
function shownAs(kind: PostKind, { media }: Post<ReadOptions>): string {
  if (kind === 'CAROUSEL') return 'CAROUSEL_ALBUM'
  return media[0]?.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE'
}

const wayOf = (kind: PostKind): SavedRequest['way'] => (kind === 'STORY' ? 'STORY' : 'MEDIA')

/** The one visible request. While Instagram says that it is not ready nothing came out, and it is sent again. */
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
          data: sentData(
            prepared,
            { way: wayOf(kind), words: post.text, shownAs: shownAs(kind, post) },
            call,
          ),
          // A container comes out once, however often it is published.
          repeatableUntil: containersUsableUntil(prepared),
        },
      })
      return makePostResult({ id: data.id, url: null, raw, idempotencyKey: call.idempotencyKey })
    } catch (error) {
      if (!isNotReady(error) || attempt === ATTEMPTS_WHEN_NOT_READY) throw error
      await call.clock.sleep(NOT_READY_SECONDS, { signal: call.signal })
    }
}

/** Told by its code: any other limit is not asked again here. */
function isNotReady(error: unknown): boolean {
  const fault = RateLimitError.is(error) ? faultOf(error.raw) : null
  return fault !== null && (fault.code === NOT_READY.code || fault.subcode === NOT_READY.subcode)
}

/** What is published, and how it is found. */
interface Ready {
  readonly post: Post<ReadOptions>
  readonly kind: PostKind
  readonly prepared: Kept
  readonly parent: string
}

/** How a container is published, and what it became is found. */
function stepsFor(ready: Ready, call: PublishCall): ContainerSteps {
  const { post, kind, prepared } = ready
  // Out by whatever hand: sent at the earliest when it was made.
  const sent = prepared.sent ?? {
    way: wayOf(kind),
    words: textMark(post.text),
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

/** Pictures, reels, carousels and stories: container, wait, publish. */
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
