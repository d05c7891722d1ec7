import type { Update } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'

/** How live updates are read. */
export interface ListenOptions extends CallOptions {
  /**
   * Where to begin: the marker that was saved last; null hands the latest page out first, as polling does. Left out, only
   * what happens from now on comes.
   */
  readonly marker?: string | null | undefined
  /** Told of the marker after everything up to it was handed out and the next update was asked for. */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  /** Seconds between two polls that look for what the stream left out; 600 unless given. */
  readonly checkEverySeconds?: number | undefined
  /** Seconds without a sign of life after which the stream is opened again; the network's own unless given. */
  readonly silenceSeconds?: number | undefined
  /** Told of each break that is mended by itself: a stream that ended, a poll that failed. */
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/** What an application does to hear of things as they happen. */
export interface ListeningOperations {
  /**
   * What happens on the account, as it happens: an endless iterable of updates with the ids that polling gives them, each
   * once. A stream that breaks is opened again, and what happened meanwhile is polled. Leaving the loop, and `signal`, close
   * it; nothing is sent before the first update is asked for. `deadlineSeconds` bounds each poll.
   *
   * @throws NotSupportedError where the account's server has no stream: poll instead, or use a `Follower`.
   * @throws AuthError when the token is refused.
   */
  listen(options?: ListenOptions): AsyncIterableIterator<Update>
}

/** Who is told what comes through a network's stream. None of it throws. */
export interface UpdateListener {
  /** Seconds of silence after which the stream is given up; null leaves it to the platform, which knows the keep-alives. */
  readonly silenceSeconds: number | null
  /** The stream stands: what happens from now on comes through it, until it ends. */
  opened(): void
  /** One thing that happened, under the id that polling gives it. */
  happened(update: Update): void
  /** Something happened that the stream does not tell whole: it has to be polled. */
  missed(): void
}

/**
 * Holds a network's stream of updates open. The core connects again and closes every gap by `fetchUpdatesAfter`, so a
 * platform does neither, and never repeats its request.
 */
export interface CanListen {
  /**
   * One stream, from its opening to its end.
   *
   * @param listener - Told of what comes.
   * @returns When the network has ended it.
   * @throws NotSupportedError where the account's server has no such stream.
   * @throws NetworkError when it broke, or was silent for too long.
   */
  listen(listener: UpdateListener, call: Call): Promise<void>
}
