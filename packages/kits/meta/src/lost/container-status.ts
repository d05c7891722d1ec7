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

/** Backoff: seconds between two polls of a container without a video, doubled each time. Our choice. */
const FIRST_WAIT = 1
/** Maximum of that backoff, in seconds. Our choice. */
const MAX_WAIT = 30
/** Seconds in which the status of a container without a video may be unreadable before the container is published. Our choice. */
const MAX_UNREADABLE_SECONDS = 30

/** Status of a container. */
export interface ContainerStatus {
  /** `FINISHED`, `IN_PROGRESS`, `ERROR`, `EXPIRED`, `PUBLISHED`; null when missing. */
  readonly word: string | null
  /** Error message of the network. Empty when missing. */
  readonly message: string
}

/** Meaning of the status `ERROR`. */
export interface ContainerFailure {
  /** True when a new container of the same file may work. */
  readonly isTemporary: boolean
  /** Error for the application when no further container is created. */
  readonly error: SocialBaseError
}

/** Polling and interpretation of container statuses. */
export interface StatusRules {
  /** Registered name of the network. */
  readonly platform: string
  /** Seconds between two polls of a container with a video. */
  readonly checkEverySeconds: number
  /** Timeout in seconds, after which polling stops. */
  readonly waitUpToSeconds: number
  readStatus(containerId: string, call: PublishCall): Promise<ContainerStatus>
  /** Interprets `ERROR` by the message of the network. */
  readFailure(text: string): ContainerFailure
}

/** A container that can never be published. It did not become a post. */
export class LostContainer extends Error {
  override readonly name = 'LostContainer'
  /** Error for the application when no further container is created. */
  readonly error: SocialBaseError
  /** False when a new container of the same file fails too. */
  readonly isTemporary: boolean

  constructor({ error, isTemporary }: ContainerFailure) {
    super(error.message)
    this.error = error
    this.isTemporary = isTemporary
  }
}

/**
 * True for a failed query that proves nothing about the post. A refused token, a rate limit and a failed port also
 * affect the next request.
 */
export function isInconclusive(error: unknown): error is SocialBaseError {
  if ([AuthError, ConfigError, PortError, RateLimitError].some((kind) => kind.is(error))) return false
  return SocialBaseError.is(error)
}

/**
 * Reads the status of a container.
 *
 * @returns Null when the status cannot be read. Unreadable never means "not found". Meta refused to show containers
 * of the last minutes that could be published (100/33, code 10; https://github.com/gitroomhq/postiz-app/issues/1562,
 * 2026-05-26).
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

/** Error of a container older than a day. */
function expired(platform: string): PlatformError {
  return new PlatformError(
    `A container of ${platform} has expired: it was not published within a day. Nothing was published. Post again.`,
    { platform, isOutage: false },
  )
}

/**
 * Waits until a container can be published. Polls immediately, then after 1, 2, 4 … seconds. Videos are polled at a
 * fixed interval.
 *
 * @returns Status of the container. Null when missing, or unreadable for too long: the container is then published,
 * and the response decides.
 * @throws LostContainer when it can never be published.
 * @throws PlatformError when the container is not ready before the timeout.
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
        { platform },
      )
    const seconds = Math.min(pause, waitUpToSeconds - waited)
    await call.clock.sleep(seconds, { signal: call.signal })
    waited += seconds
    if (!hasVideo) pause = Math.min(pause * 2, MAX_WAIT)
  }
}
