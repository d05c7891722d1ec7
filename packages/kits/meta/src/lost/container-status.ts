import {
  AuthError,
  type Call,
  ConfigError,
  type PublishCall,
  PlatformError,
  PortError,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'

import { META_TEXTS } from '../messages.js'

/**
 * First pause in seconds between two status queries of a container without a video. Each further
 * pause doubles. Our choice.
 */
const FIRST_WAIT = 1
/** Maximum pause in seconds for `FIRST_WAIT`. Our choice. */
const MAX_WAIT = 30
/**
 * Seconds for which the status of a container without a video may be unreadable. The container is
 * then published without a known status. Our choice.
 */
const MAX_UNREADABLE_SECONDS = 30

/**
 * Processing status of a media container: an object on the network that becomes a post when it is
 * published.
 */
export interface ContainerStatus {
  /**
   * `FINISHED`, `IN_PROGRESS`, `ERROR`, `EXPIRED` or `PUBLISHED`. Null if the response contains no
   * status.
   */
  readonly word: string | null
  /** Error message of the network. Empty if the response contains none. */
  readonly message: string
}

/** Reason for the container status `ERROR`. */
export interface ContainerFailure {
  /** True if a new container with the same file may succeed. */
  readonly isTemporary: boolean
  /** Error for the application if no further container is created. */
  readonly error: SocialBaseError
}

/** Rules of one network for querying the status of a container. */
export interface StatusRules {
  /** Registered name of the network, such as `threads`. */
  readonly platform: string
  /** Seconds between two status queries of a container with a video. */
  readonly checkEverySeconds: number
  /** Maximum number of seconds for which the status is queried. */
  readonly waitUpToSeconds: number
  readStatus(containerId: string, call: PublishCall): Promise<ContainerStatus>
  /** Converts the network's message for the status `ERROR` to the reason of the failure. */
  readFailure(text: string): ContainerFailure
}

/** Thrown for a container that did not become a post and can never be published. */
export class LostContainer extends Error {
  override readonly name = 'LostContainer'
  /** Error for the application if no further container is created. */
  readonly error: SocialBaseError
  /** True if a new container with the same file may succeed. */
  readonly isTemporary: boolean

  constructor({ error, isTemporary }: ContainerFailure) {
    super(error.message)
    this.error = error
    this.isTemporary = isTemporary
  }
}

/**
 * Returns true for a failed query that proves nothing about the post. Returns false for errors
 * that also affect the next request: a refused token, a rate limit, a wrong configuration, or a
 * failure of the application's own servers.
 */
export function isInconclusive(error: unknown): error is SocialBaseError {
  if ([AuthError, ConfigError, PortError, RateLimitError].some((kind) => kind.is(error))) return false
  return SocialBaseError.is(error)
}

/**
 * Queries the status of a container.
 *
 * @returns Null if the status cannot be read. An unreadable status does not mean that the
 * container is missing: Meta has refused to show new containers that could be published (100/33,
 * code 10; https://github.com/gitroomhq/postiz-app/issues/1562, 2026-05-26).
 */
export async function attemptStatus<C extends Call>(
  containerId: string,
  reader: { readStatus(containerId: string, call: C): Promise<ContainerStatus> },
  call: C,
): Promise<ContainerStatus | null> {
  try {
    return await reader.readStatus(containerId, call)
  } catch (error) {
    if (!isInconclusive(error)) throw error
    call.signal.throwIfAborted()
    return null
  }
}

/** Creates the error for a container that was not published within a day. */
function expired(platform: string): PlatformError {
  return new PlatformError(
    `A container of ${platform} has expired: it was not published within a day. Nothing was published. Post again.`,
    { platform, isOutage: false, reason: 'PREPARATION_EXPIRED', userText: META_TEXTS.PREPARATION_EXPIRED },
  )
}

/**
 * Waits until a container can be published. The first query is immediate, then after 1, 2, 4 …
 * seconds. Containers with a video are queried at a fixed interval.
 *
 * @returns Status of the container. Null if the response contains no status, or if the status was
 * unreadable for too long. The caller then publishes the container, and the network's response
 * decides.
 * @throws LostContainer if the container can never be published.
 * @throws PlatformError if the container is not ready before the timeout.
 */
export async function waitUntilReady(
  containerId: string,
  hasVideo: boolean,
  rules: StatusRules,
  call: PublishCall,
): Promise<string | null> {
  const { platform, checkEverySeconds, waitUpToSeconds } = rules
  const maxUnreadable = hasVideo ? waitUpToSeconds : Math.min(MAX_UNREADABLE_SECONDS, waitUpToSeconds)
  let waited = 0
  let pause = hasVideo ? checkEverySeconds : FIRST_WAIT
  while (true) {
    const status = await attemptStatus(containerId, rules, call)
    if (status === null) {
      if (waited >= maxUnreadable) return null
    } else {
      const { word, message: text } = status
      if (word === 'FINISHED' || word === 'PUBLISHED' || (word === null && !hasVideo)) return word
      if (word === 'EXPIRED') throw new LostContainer({ error: expired(platform), isTemporary: true })
      if (word === 'ERROR') throw new LostContainer(rules.readFailure(text))
    }
    if (waited >= waitUpToSeconds)
      throw new PlatformError(
        `${platform} is still processing the post after ${waitUpToSeconds} seconds (container ${containerId}). Post again later, within a day, with the same idempotency key: it resumes there. ${platform}({ waitUpToSeconds }) sets a longer timeout.`,
        { platform, reason: 'STILL_PROCESSING', userText: META_TEXTS.STILL_PROCESSING },
      )
    const seconds = Math.min(pause, waitUpToSeconds - waited)
    await call.clock.sleep(seconds, { signal: call.signal })
    waited += seconds
    if (!hasVideo) pause = Math.min(pause * 2, MAX_WAIT)
  }
}
