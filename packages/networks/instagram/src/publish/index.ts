import {
  type CanReconcile,
  makePostResult,
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
  wordsMark,
} from '@social/meta-kit'

import { NOT_READY } from '../errors.js'
import { readPostsLeft } from '../limits.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { idReply } from '../schemas.js'
import { checkMedia, type PostKind } from './check.js'
import { planOf, readStatus, rulesOf } from './containers.js'
import { findLost, findMedia } from './find-post.js'
import { type Kept, type KeptSent, NOTHING, readKept, sentData } from './receipt.js'

/** How often a publish that came too early is retried. Our choice. */
const TRIES_WHEN_NOT_READY = 3
/** Seconds before each of those retries. Our choice. */
const NOT_READY_SECONDS = 5

async function refuseUsedUpDay(call: PublishCall): Promise<void> {
  if ((await readPostsLeft(call)) !== 0) return
  throw new RateLimitError(
    'instagram takes no more posts of this account: the allowance of the last 24 hours is used up. Try again later.',
    { platform: 'instagram', retryAfter: null, passesSoon: false },
  )
}

const wayOf = (kind: PostKind): KeptSent['way'] => (kind === 'STORY' ? 'STORY' : 'MEDIA')

/** The one visible request. While Instagram says that it is not ready nothing came out, and it is asked again. */
async function publishContainer(
  post: Post<ReadOptions>,
  { kind, prepared, parent }: { readonly kind: PostKind; readonly prepared: Kept; readonly parent: string },
  { owners }: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const path = idPath(call.connection.accountId, 'media_publish')
  for (let attempt = 1; ; attempt += 1)
    try {
      const { data, raw } = await call.http.request('POST', path, idReply, {
        form: { creation_id: parent },
        finish: {
          data: sentData(prepared, { way: wayOf(kind), words: post.text }, call),
          // A container comes out once, however often it is published.
          repeatableUntil: containersUsableUntil(prepared),
        },
      })
      owners.claim(data.id, call)
      return makePostResult({ id: data.id, url: null, raw, idempotencyKey: call.idempotencyKey })
    } catch (error) {
      if (!isNotReady(error) || attempt === TRIES_WHEN_NOT_READY) throw error
      await call.clock.sleep(NOT_READY_SECONDS, { signal: call.signal })
    }
}

/** Told by its code: any other limit is not asked again here. */
function isNotReady(error: unknown): boolean {
  const fault = RateLimitError.is(error) ? faultOf(error.raw) : null
  return fault !== null && (fault.code === NOT_READY.code || fault.subcode === NOT_READY.subcode)
}

/** How a container is gone on with: what was sent, and how it is sent again. */
function stepsFor(sent: KeptSent, settings: Settings, publish: () => Promise<PostResult>): ContainerSteps {
  return { platform: 'instagram', readStatus, findPost: (call) => findMedia(sent, settings, call), publish }
}

/** Pictures, reels, carousels and stories: container, wait, publish. */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const kind = checkMedia(post)
    const known = readKept(call.receipt)
    if (known.parent === null) refuseLocalFiles('instagram', post.media, call)
    const until = containersUsableUntil(known)
    const isUsable = until !== null && until > call.clock.now()
    const { parent: sentParent, sent: sentBefore } = known
    if (sentBefore !== null && sentParent !== null) {
      const publishAgain = () =>
        publishContainer(post, { kind, prepared: known, parent: sentParent }, settings, call)
      const result = await continueContainer(sentParent, stepsFor(sentBefore, settings, publishAgain), call)
      if (result !== null) return result
    }
    const kept = isUsable && known.sent === null ? known : NOTHING
    if (kept.parent === null && kept.pieces.length === 0) await refuseUsedUpDay(call)
    const { prepared, parent, word } = await prepareContainers(
      planOf(post, kind),
      { rules: rulesOf(settings), made: kept, nothing: NOTHING },
      call,
    )
    const publishNow = () => publishContainer(post, { kind, prepared, parent }, settings, call)
    if (word !== 'PUBLISHED') return publishNow()
    // Out already, by whatever hand: sent at the earliest when it was made.
    const sent = { way: wayOf(kind), words: wordsMark(post.text), ...madeMoment(prepared, call), on: null }
    return findPublished(stepsFor(sent, settings, publishNow), call)
  }

  const reconcile: CanReconcile['reconcile'] = (receipt, call) => findLost(receipt, settings, call)
  return { postOptions, publish, reconcile }
}
