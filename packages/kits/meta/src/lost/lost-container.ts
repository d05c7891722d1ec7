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

/** Seconds before each query inside one call: lists lag behind. Our choice. */
export const POLL_PAUSES = [0, 3, 7] as const
/** Delay in seconds before another query may find more, reported as `retryAfter`. Our choice. */
export const QUERY_AGAIN_SECONDS = 30
/** Seconds before the same container is published again: its status may lag behind. Our choice. */
const PAUSE_SECONDS = 5
/**
 * Lifetime of a container in seconds: a day. It can be published hours after the first request.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
 */
const CONTAINER_SECONDS = 86_400

/** Tolerance for the creation time of a post of a container: see `sentSpan`. */
export const CONTAINER_SLACK = {
  ...SENT_SLACK,
  secondsAfter: CONTAINER_SECONDS + SENT_SLACK.secondsAfter,
} as const

/** Search result: the post of a container in the lists of the network. */
export interface ListedPost {
  /** Null while the post is not listed, or cannot be identified. */
  readonly result: PostResult | null
  /** True when the list has more newer posts than are read. Another query finds no more. */
  readonly isCutShort: boolean
}

type Looking = Call & ClaimCall & { readonly idempotencyKey: string }

/** Queries of one network for the outcome of a container. Reads only. */
export interface ContainerQuery {
  /** Time of the publish request, and digest of its text. */
  readonly sent: WrittenMoment & { readonly textHash: string }
  readStatus(containerId: string, call: Looking): Promise<ContainerStatus>
  findPost(call: Looking): Promise<ListedPost>
}

/**
 * Queries the outcome of a container whose publish response was lost. A failed query rejects: it proves nothing. For
 * a post with text, the list is read even if the status is unreadable. The text is then the only proof.
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
    // Neither status can become a post: published containers keep the status PUBLISHED.
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

/** Steps of one network to resume with a container. */
export interface ContainerSteps extends ContainerQuery {
  /** Registered name of the network. */
  readonly platform: string
  /** Seconds before each further attempt when the container is not found. */
  readonly lostPauses: readonly number[]
  /** Sends the publish request for the same container. */
  publish(): Promise<PostResult>
  /** True for a refusal that reports a missing container. */
  isLost(error: unknown): error is SocialBaseError
  readFailure(message: string): ContainerFailure
}

/** Finds the post of a published container, and never publishes it again. */
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
 * Publishes a container. A container that is not found is published again a few times, because new containers may not
 * be found at first. Refusals that may arrive after the effect are checked once against the status of the container.
 *
 * @throws LostContainer when the container is not found and did not become a post. Never thrown while an earlier
 * attempt is open: a published container is not found either.
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
      // Without a status the outcome remains unknown.
      if (status !== null) await call.notPublished(`its container is ${status.word ?? 'not published'}`)
      throw error
    }
}

/**
 * Resumes a publish whose outcome is unknown.
 *
 * @returns The post if it is published. Null if it cannot be published any more, so that the caller starts from the
 * beginning.
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
    // A listed post with the same text is found without publishing again.
    const { result } = hasText(steps.sent.textHash) ? await steps.findPost(call) : { result: null }
    if (result !== null) return result
    // Nothing is sent during an outage. A container that is only unreadable is published again, and the response
    // decides.
    if (NetworkError.is(error) || (PlatformError.is(error) && error.isOutage)) throw error
  }
  const word = status?.word ?? null
  if (word === 'PUBLISHED') return findPublished(steps, call)
  if (word === 'ERROR' || word === 'EXPIRED') {
    await call.notPublished(`its container is ${word}`)
    // The container can never be published. A later attempt with the same key starts from the beginning.
    await keepContainers(NO_CONTAINERS, call)
    const failure = word === 'ERROR' ? steps.readFailure(status?.message ?? '') : null
    if (failure !== null && !failure.isTemporary) throw failure.error
    return null
  }
  await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
  return publishContainer(containerId, steps, call)
}
