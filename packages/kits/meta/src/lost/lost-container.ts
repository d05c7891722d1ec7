import {
  type Call,
  type ClaimCall,
  NetworkError,
  PlatformError,
  type PostResult,
  type PublishCall,
  type ReconcileCall,
  type Reconciled,
  sentSpan,
  SocialBaseError,
} from '@social/core/platform'

import {
  type ContainerFailure,
  type ContainerStatus,
  isInconclusive,
  attemptStatus,
} from './container-status.js'
import { keepContainers, lostFor, NO_CONTAINERS } from './containers.js'
import { hasText, momentsOf, SENT_SLACK, type WrittenMoment } from './lost-post.js'

/** Seconds before each query inside one call: lists lag behind a little. Our choice. */
export const POLL_PAUSES = [0, 3, 7] as const
/** Seconds after which another query may find more, reported as `retryAfter`. Our choice. */
export const QUERY_AGAIN_SECONDS = 30
/** Seconds before the same container is published again: its status may lag behind. Our choice. */
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
  /** True when more came since than is read: another query finds no more. */
  readonly isCutShort: boolean
}

type Looking = Call & ClaimCall & { readonly idempotencyKey: string }

/** How one network is queried for what became of a container. Reads only. */
export interface ContainerQuery {
  /** When the visible request left, and the digest of its text. */
  readonly sent: WrittenMoment & { readonly words: string }
  readStatus(containerId: string, call: Looking): Promise<ContainerStatus>
  findPost(call: Looking): Promise<ListedPost>
}

/**
 * Queries what became of a container whose publishing was not answered. A query that fails rejects: it proves nothing. The
 * list is read as well when the status cannot be read, for a post with text: the text is the only proof then.
 */
export async function findContainerPost(
  containerId: string,
  look: ContainerQuery,
  call: ReconcileCall,
): Promise<Reconciled> {
  let failure: unknown = null
  for (const pause of POLL_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    let word: string | null = null
    try {
      word = (await look.readStatus(containerId, call)).word
      failure = null
    } catch (error) {
      if (!isInconclusive(error)) throw error
      failure = error
    }
    // Neither can become a post any more, and neither was one: what is out says PUBLISHED for good.
    if (word === 'ERROR' || word === 'EXPIRED') return { state: 'NOT_PUBLISHED' }
    if (word !== 'PUBLISHED' && (failure === null || !hasText(look.sent.words))) continue
    const { result, isCutShort } = await look.findPost(call)
    if (result !== null) return { state: 'FOUND', result }
    if (isCutShort) return { state: 'UNKNOWN', retryAfter: null }
  }
  if (failure !== null) throw failure
  const { until } = sentSpan(momentsOf(look.sent, call), CONTAINER_SLACK)
  return { state: 'UNKNOWN', retryAfter: call.networkNow() <= until ? QUERY_AGAIN_SECONDS : null }
}

/** How one network resumes with a container. */
export interface ContainerSteps extends ContainerQuery {
  /** Registered name of the network. */
  readonly platform: string
  /** Seconds before each further attempt when the container is not found. */
  readonly lostPauses: readonly number[]
  /** The visible request, for the same container. */
  publish(): Promise<PostResult>
  /** True for a refusal that says that the container is not there. */
  isLost(error: unknown): error is SocialBaseError
  readFailure(words: string): ContainerFailure
}

/** The post behind a container that is published. It is never published again. */
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
 * Sends the visible request. A container that is not found is published again some times, because a new one may not be found
 * at first. A refusal that the network also sends after the effect is checked against the status of the container, once.
 *
 * @throws LostContainer when the container is not found, and nothing came of it. Never while an earlier attempt is open: a
 *   container that is out is not found either.
 */
export async function publishContainer(
  containerId: string,
  steps: ContainerSteps,
  call: PublishCall,
): Promise<PostResult> {
  const isOpen = call.receipt?.step === 'FINISH'
  for (let attempt = 0; ; attempt += 1)
    try {
      return await steps.publish()
    } catch (error) {
      const isLost = steps.isLost(error)
      if (!isLost && !(SocialBaseError.is(error) && error.mayHaveTakenEffect)) throw error
      const pause = isLost ? steps.lostPauses[attempt] : undefined
      if (pause !== undefined) await call.clock.sleep(pause, { signal: call.signal })
      const status = await attemptStatus(containerId, steps, call)
      if (status?.word === 'PUBLISHED') return findPublished(steps, call)
      if (pause !== undefined) continue
      if (isOpen) throw error
      if (isLost) throw lostFor(steps.platform, error)
      // Without a status the outcome stays open.
      if (status !== null) await call.notPublished(`its container is ${status.word ?? 'not published'}`)
      throw error
    }
}

/**
 * Resumes a publish whose outcome is open.
 *
 * @returns The post, once it is known to be out; null when nothing came out and nothing can, so that it starts again.
 */
export async function continueContainer(
  containerId: string,
  steps: ContainerSteps,
  call: PublishCall,
): Promise<PostResult | null> {
  let status: ContainerStatus | null = null
  try {
    status = await steps.readStatus(containerId, call)
  } catch (error) {
    if (!isInconclusive(error)) throw error
    call.signal.throwIfAborted()
    // A post with the same text in the list is found without publishing again.
    const { result } = hasText(steps.sent.words) ? await steps.findPost(call) : { result: null }
    if (result !== null) return result
    // Nothing is sent during an outage. A container that is only not shown is published again, and the response decides.
    if (NetworkError.is(error) || (PlatformError.is(error) && error.isOutage)) throw error
  }
  const word = status?.word ?? null
  if (word === 'PUBLISHED') return findPublished(steps, call)
  if (word === 'ERROR' || word === 'EXPIRED') {
    await call.notPublished(`its container is ${word}`)
    // It will never be published: the same key starts again.
    await keepContainers(NO_CONTAINERS, call)
    const failure = word === 'ERROR' ? steps.readFailure(status?.words ?? '') : null
    if (failure !== null && !failure.isTemporary) throw failure.error
    return null
  }
  await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
  return publishContainer(containerId, steps, call)
}
