import {
  type CanReconcile,
  makePostResult,
  PlatformError,
  type Post,
  type PostResult,
  type PublishCall,
  RateLimitError,
} from '@social/core/platform'
import {
  containersUsableUntil,
  faultOf,
  idPath,
  keepContainers,
  NO_CONTAINERS,
  prepareContainers,
  unusableFile,
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
/** Seconds before the same container is published once more: its status may lag behind. Our choice. */
const PAUSE_SECONDS = 5

async function refuseUsedUpDay(call: PublishCall): Promise<void> {
  if ((await readPostsLeft(call)) !== 0) return
  throw new RateLimitError(
    'instagram takes no more posts of this account: the allowance of the last 24 hours is used up. Try again later.',
    { platform: 'instagram', retryAfter: null, passesSoon: false },
  )
}

const wayOf = (kind: PostKind): KeptSent['way'] => (kind === 'STORY' ? 'STORY' : 'MEDIA')

/** The post behind a container that says that it is out. It is never published again. */
async function findPublished(sent: KeptSent, call: PublishCall): Promise<PostResult> {
  const found = await findMedia(sent, call)
  if (found !== null) return found
  throw new PlatformError(
    'instagram says that the post is out, and does not list it yet. Post again with the same idempotency key in a minute: it is found, not posted twice.',
    { platform: 'instagram', isOutage: true },
  )
}

/** The one visible request. While Instagram says that it is not ready nothing came out, and it is asked again. */
async function publishContainer(
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
          data: sentData(prepared, { way: wayOf(kind), words: post.text }, call),
          // A container comes out once, however often it is published.
          repeatableUntil: containersUsableUntil(prepared),
        },
      })
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

/**
 * Goes on with a publish whose outcome is open.
 *
 * @returns The post, once it is known to be out; null when nothing came out and nothing can, so that it begins anew.
 */
async function goOnFrom(
  kept: Kept,
  post: Post<ReadOptions>,
  kind: PostKind,
  call: PublishCall,
): Promise<PostResult | null> {
  const { parent, sent } = kept
  if (parent === null || sent === null) return null
  const { word, words } = await readStatus(parent, call)
  if (word === 'PUBLISHED') return findPublished(sent, call)
  if (word === 'ERROR' || word === 'EXPIRED') {
    await call.notPublished(`its container is ${word}`)
    await keepContainers(NO_CONTAINERS, call)
    if (word === 'ERROR') throw unusableFile('instagram', words)
    return null
  }
  await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
  return publishContainer(post, { kind, prepared: kept, parent }, call)
}

const reconcile: CanReconcile['reconcile'] = (receipt, call) => findLost(receipt, call)

/** Pictures, reels, carousels and stories: container, wait, publish. */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const kind = checkMedia(post)
    const known = readKept(call.receipt)
    const until = containersUsableUntil(known)
    const isUsable = until !== null && until > call.clock.now()
    if (known.sent !== null) {
      const result = await goOnFrom(known, post, kind, call)
      if (result !== null) return result
    }
    const kept = isUsable && known.sent === null ? known : NOTHING
    if (kept.parent === null && kept.pieces.length === 0) await refuseUsedUpDay(call)
    const { prepared, parent, word } = await prepareContainers(
      planOf(post, kind),
      { rules: rulesOf(settings), made: kept, nothing: NOTHING },
      call,
    )
    if (word !== 'PUBLISHED') return publishContainer(post, { kind, prepared, parent }, call)
    // Out already, by whatever hand.
    const sentAt = prepared.madeAt ?? call.networkNow().toISOString()
    return findPublished(
      { way: wayOf(kind), words: wordsMark(post.text), sentAt, writtenAt: null, on: null },
      call,
    )
  }

  return { postOptions, publish, reconcile }
}
