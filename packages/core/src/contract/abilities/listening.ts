import type { Update } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'

/** Options of live updates. */
export interface ListenOptions extends CallOptions {
  /**
   * Start position: the marker saved last. Null delivers the latest page first, as polling does. Without it, only new
   * updates are delivered.
   */
  readonly marker?: string | null | undefined
  /**
   * Called with a marker when everything up to this marker was delivered and the application has requested the next
   * update.
   */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  /** Seconds between two polls for updates missing from the stream. Default: 600. */
  readonly checkEverySeconds?: number | undefined
  /** Seconds of silence before the stream is reopened. Default: the value of the platform. */
  readonly silenceSeconds?: number | undefined
  /** Called for each temporary failure: a stream that ended, a poll that failed. */
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/** Operations for live updates. */
export interface ListeningOperations {
  /**
   * Live updates of the account: an endless iterable, each update once, with the same ids as polling. A broken stream is
   * reopened, and missed updates are polled. Leaving the loop or aborting `signal` closes the stream. Nothing is sent before
   * the first update is requested. `deadlineSeconds` bounds each poll.
   *
   * @throws NotSupportedError when the account's server has no stream: poll instead, or use a `Follower`.
   * @throws AuthError when the token is refused.
   */
  listen(options?: ListenOptions): AsyncIterableIterator<Update>
}

/** Receives the events of a network's stream. Its methods never throw. */
export interface UpdateListener {
  /** Seconds of silence before the stream is closed; null = the platform's default, based on the network's keep-alives. */
  readonly silenceSeconds: number | null
  /** Called when the stream is open. It then delivers updates until its end. */
  opened(): void
  /** Called with one update. The update has the same id as in polling. */
  happened(update: Update): void
  /** Called when the stream reports an update without its full content, so that a poll is required. */
  missed(): void
}

/**
 * Keeps a network's stream of updates open. The core reconnects, and fills gaps with `fetchUpdatesAfter`. A platform does
 * neither, and never repeats its request.
 */
export interface CanListen {
  /**
   * Runs one stream from open to end.
   *
   * @param listener - Receives the events of the stream.
   * @returns Resolves when the network ends the stream.
   * @throws NotSupportedError when the account's server has no such stream.
   * @throws NetworkError when the stream broke, or was silent for too long.
   */
  listen(listener: UpdateListener, call: Call): Promise<void>
}
