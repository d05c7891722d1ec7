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
  /** `FINISHED`, `IN_PROGRESS`, `ERROR`, `EXPIRED`, `PUBLISHED`; null where the network says none. */
  readonly word: string | null
  /** The network's own words for what is wrong; '' for none. */
  readonly words: string
}

/** Meaning of the status `ERROR`. */
export interface ContainerFailure {
  /** True when a new container of the same file may work. */
  readonly isTemporary: boolean
  /** The error for the application, once no new container is made. */
  readonly error: SocialBaseError
}

/** How the status of a container is read. */
export interface StatusRules {
  /** Registered name of the network. */
  readonly platform: string
  /** Seconds between two polls of a container with a video. */
  readonly checkEverySeconds: number
  /** Seconds in all, after which the status is not polled any more. */
  readonly waitUpToSeconds: number
  readStatus(containerId: string, call: PublishCall): Promise<ContainerStatus>
  /** What `ERROR` means, by the network's words. */
  readFailure(words: string): ContainerFailure
}

/** A container that can never be published. Nothing came of it, and nothing can. */
export class LostContainer extends Error {
  override readonly name = 'LostContainer'
  /** The error for the application, once no new container is made. */
  readonly error: SocialBaseError
  /** False when a new container of the same file cannot work either. */
  readonly isTemporary: boolean

  constructor({ error, isTemporary }: ContainerFailure) {
    super(error.message)
    this.error = error
    this.isTemporary = isTemporary
  }
}

/** True for a failed query that says nothing about the post. A refused token, a limit and a failed port concern the next request too. */
export function isInconclusive(error: unknown): error is SocialBaseError {
  if ([AuthError, ConfigError, PortError, RateLimitError].some((kind) => kind.is(error))) return false
  return SocialBaseError.is(error)
}

/**
 * Reads the status of a container.
 *
 * @returns Null when it cannot be read. That is not known yet, and never "not found": Meta refused to show containers of
 *   the last minutes that could be published (100/33, code 10; https://github.com/gitroomhq/postiz-app/issues/1562,
 *   2026-05-26).
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

/** A container of more than a day. */
function expired(platform: string): PlatformError {
  return new PlatformError(
    `A container of ${platform} has expired: it was not published within a day. Nothing was published. Post again.`,
    { platform, isOutage: false },
  )
}

/**
 * Waits until a container can be published: polls immediately, then after 1, 2, 4 … seconds, a video in even steps.
 *
 * @returns The status; null where the network says none, or where it cannot be read for too long: the container is then
 *   published, and the response decides.
 * @throws LostContainer when it can never be published.
 * @throws PlatformError when it is not ready in time.
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
      const { word, words } = status
      if (word === 'FINISHED' || word === 'PUBLISHED' || (word === null && !hasVideo)) return word
      if (word === 'EXPIRED') throw new LostContainer({ error: expired(platform), isTemporary: true })
      if (word === 'ERROR') throw new LostContainer(rules.readFailure(words))
    }
    if (waited >= waitUpToSeconds)
      throw new PlatformError(
        `${platform} is still processing the post after ${waitUpToSeconds} seconds (container ${containerId}). Post again with the same idempotency key in a while: it resumes there, within a day. ${platform}({ waitUpToSeconds }) makes it wait longer.`,
        { platform },
      )
    const seconds = Math.min(pause, waitUpToSeconds - waited)
    await call.clock.sleep(seconds, { signal: call.signal })
    waited += seconds
    if (!hasVideo) pause = Math.min(pause * 2, MAX_WAIT)
  }
}
