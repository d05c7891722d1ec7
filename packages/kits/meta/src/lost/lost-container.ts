import {
  type Call,
  PlatformError,
  type PostResult,
  type PublishCall,
  type ReconcileCall,
  type Reconciled,
} from '@social/core/platform'

import { type ContainerStatus, keepContainers, NO_CONTAINERS, unusableFile } from './containers.js'
import { SENT_SLACK } from './lost-post.js'

/** Seconds before each look inside one call: lists lag behind a little. Our choice. */
export const LOOK_PAUSES = [0, 3, 7] as const
/** Seconds after which another look may tell more, told as `retryAfter`. Our choice. */
export const LOOK_AGAIN_SECONDS = 30
/** Seconds before the same container is published once more: its status may lag behind. Our choice. */
const PAUSE_SECONDS = 5
/** Seconds in which a container can be published: a day. The same one may be, hours after it was sent first.
 *  https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22) */
const CONTAINER_SECONDS = 86_400

/** When what became of a container can have been made: see `sentSpan`. */
export const CONTAINER_SLACK = {
  ...SENT_SLACK,
  secondsAfter: CONTAINER_SECONDS + SENT_SLACK.secondsAfter,
} as const

/** The post that a container became, as the network's lists show it. */
export interface ListedPost {
  /** Null while it is not there, or not told from others. */
  readonly result: PostResult | null
  /** True when more came since than is looked through: looking again tells no more. */
  readonly isCutShort: boolean
}

type Looking = Call & { readonly idempotencyKey: string }

/** How one network is asked what became of a container. Reads only. */
export interface ContainerLook {
  readStatus(containerId: string, call: Looking): Promise<ContainerStatus>
  findPost(call: Looking): Promise<ListedPost>
}

/** Looks for what became of a container whose publishing was not answered. */
export async function findContainerPost(
  containerId: string,
  look: ContainerLook,
  call: ReconcileCall,
): Promise<Reconciled> {
  for (const pause of LOOK_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const { word } = await look.readStatus(containerId, call)
    // Neither can become a post any more, and neither was one: what is out says PUBLISHED for good.
    if (word === 'ERROR' || word === 'EXPIRED') return { state: 'NOT_PUBLISHED' }
    if (word !== 'PUBLISHED') continue
    const { result, isCutShort } = await look.findPost(call)
    if (result !== null) return { state: 'FOUND', result }
    if (isCutShort) return { state: 'UNKNOWN', retryAfter: null }
  }
  return { state: 'UNKNOWN', retryAfter: LOOK_AGAIN_SECONDS }
}

/** How one network goes on with a container. */
export interface ContainerSteps extends ContainerLook {
  /** Registered name of the network. */
  readonly platform: string
  /** The visible request, for the same container. */
  publish(): Promise<PostResult>
}

/** The post behind a container that says that it is out. It is never published again. */
export async function findPublished(
  steps: Pick<ContainerSteps, 'platform' | 'findPost'>,
  call: Looking,
): Promise<PostResult> {
  const { platform } = steps
  const { result } = await steps.findPost(call)
  if (result !== null) return result
  throw new PlatformError(
    `${platform} says that the post is out, and does not list it yet. Post again with the same idempotency key in a minute: it is found, not posted twice.`,
    { platform, isOutage: true },
  )
}

/**
 * Goes on with a publish whose outcome is open.
 *
 * @returns The post, once it is known to be out; null when nothing came out and nothing can, so that it begins anew.
 */
export async function continueContainer(
  containerId: string,
  steps: ContainerSteps,
  call: PublishCall,
): Promise<PostResult | null> {
  const { word, words } = await steps.readStatus(containerId, call)
  if (word === 'PUBLISHED') return findPublished(steps, call)
  if (word === 'ERROR' || word === 'EXPIRED') {
    await call.notPublished(`its container is ${word}`)
    // It will never be published: the same key begins anew.
    await keepContainers(NO_CONTAINERS, call)
    if (word === 'ERROR') throw unusableFile(steps.platform, words)
    return null
  }
  await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
  return steps.publish()
}
