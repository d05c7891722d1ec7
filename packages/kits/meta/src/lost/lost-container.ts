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

/**
 * Seconds before each query in one call, because a network lists new posts with a delay. Our
 * choice.
 */
export const POLL_PAUSES = [0, 3, 7] as const
/** Seconds after which another query may find the post. Reported as `retryAfter`. Our choice. */
export const QUERY_AGAIN_SECONDS = 30
/**
 * Seconds before the same container is published again, because its status may be outdated. Our
 * choice.
 */
const PAUSE_SECONDS = 5
/**
 * Lifetime of a container in seconds: one day. A container can still be published hours after the
 * first publish request.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
 */
const CONTAINER_SECONDS = 86_400

/** Tolerance for the creation time of a container's post. See `sentSpan`. */
export const CONTAINER_SLACK = {
  ...SENT_SLACK,
  secondsAfter: CONTAINER_SECONDS + SENT_SLACK.secondsAfter,
} as const

/** Result of searching the network's lists for the post of a container. */
export interface ListedPost {
  /**
   * The post. Null if the network does not list the post yet, or if the post cannot be identified.
   */
  readonly result: PostResult | null
  /**
   * True if the list contains more new posts than the search reads. Another search would not find
   * the post either.
   */
  readonly isCutShort: boolean
}

type Looking = Call & ClaimCall & { readonly idempotencyKey: string }

/** Functions of one network that query the outcome of a container. They only read data. */
export interface ContainerQuery {
  /** Time of the publish request, and hash of its text. */
  readonly sent: WrittenMoment & { readonly textHash: string }
  readStatus(containerId: string, call: Looking): Promise<ContainerStatus>
  findPost(call: Looking): Promise<ListedPost>
}

/**
 * Queries whether a container became a post, after the response to the publish request was lost.
 * For a post with text, the list of posts is read even if the container's status is unreadable,
 * because a post with the same text is then the only proof. Rejects if a query fails, because a
 * failed query proves nothing.
 */
export async function findContainerPost(
  containerId: string,
  query: ContainerQuery,
  call: ReconcileCall,
): Promise<Reconciled> {
  let failure: unknown = null
  for (const pause of POLL_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    let word: string | null = null
    try {
      word = (await query.readStatus(containerId, call)).word
      failure = null
    } catch (error) {
      if (!isInconclusive(error)) throw error
      failure = error
    }
    // A container with one of these two statuses did not become a post. The status of a published
    // container remains PUBLISHED.
    if (word === 'ERROR' || word === 'EXPIRED') return { state: 'NOT_PUBLISHED' }
    if (word !== 'PUBLISHED' && (failure === null || !hasText(query.sent.textHash))) continue
    const { result, isCutShort } = await query.findPost(call)
    if (result !== null) return { state: 'FOUND', result }
    if (isCutShort) return { state: 'UNKNOWN', retryAfter: null }
  }
  if (failure !== null) throw failure
  const { until } = sentSpan(momentsOf(query.sent, call), CONTAINER_SLACK)
  return { state: 'UNKNOWN', retryAfter: call.networkNow() <= until ? QUERY_AGAIN_SECONDS : null }
}

/** Functions of one network that publish a container and query its outcome. */
export interface ContainerSteps extends ContainerQuery {
  /** Registered name of the network, such as `threads`. */
  readonly platform: string
  /** Seconds before each repeated publish request, if the network does not find the container. */
  readonly lostPauses: readonly number[]
  /** Sends the publish request for the container. */
  publish(): Promise<PostResult>
  /** Returns true for a refusal that means that the container is missing. */
  isLost(error: unknown): error is SocialBaseError
  readFailure(message: string): ContainerFailure
}

/** Finds the post of a container that is already published. Never sends another publish request. */
export async function findPublished(
  steps: Pick<ContainerSteps, 'platform' | 'findPost'>,
  call: Looking,
): Promise<PostResult> {
  const { platform } = steps
  const { result } = await steps.findPost(call)
  if (result !== null) return result
  throw new PlatformError(
    `${platform} reports that the post is published, but does not list it yet. Post again with the same idempotency key in a minute: the post is then found, not published twice.`,
    { platform, isOutage: true },
  )
}

/**
 * Publishes a container. If the network does not find the container, the request is repeated a few
 * times, because new containers may not be found at first. After a refusal that may have taken
 * effect, the container's status is queried once.
 *
 * @throws LostContainer if the container is missing and did not become a post. Not thrown if the
 * outcome of an earlier attempt is unknown, because a published container is also reported as
 * missing.
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
      // Without a status, the outcome of the request remains unknown.
      if (status !== null) await call.notPublished(`its container is ${status.word ?? 'not published'}`)
      throw error
    }
}

/**
 * Resumes a publish attempt whose outcome is unknown.
 *
 * @returns The post if it was published. Null if the container can never be published, so that the
 * caller must create new containers.
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
    // Searches the posts for the same text, because a found post needs no further publish request.
    const { result } = hasText(steps.sent.textHash) ? await steps.findPost(call) : { result: null }
    if (result !== null) return result
    // During an outage no request is sent. If only the status is unreadable, the container is
    // published again, and the network's response decides.
    if (NetworkError.is(error) || (PlatformError.is(error) && error.isOutage)) throw error
  }
  const word = status?.word ?? null
  if (word === 'PUBLISHED') return findPublished(steps, call)
  if (word === 'ERROR' || word === 'EXPIRED') {
    await call.notPublished(`its container is ${word}`)
    // Deletes the containers from the receipt, so that a later attempt with the same key creates
    // new containers.
    await keepContainers(NO_CONTAINERS, call)
    const failure = word === 'ERROR' ? steps.readFailure(status?.message ?? '') : null
    if (failure !== null && !failure.isTemporary) throw failure.error
    return null
  }
  await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
  return publishContainer(containerId, steps, call)
}
