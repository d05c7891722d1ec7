import type { Update } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'

/** Options of live updates. */
export interface ListenOptions extends CallOptions {
  /**
   * Start position: the marker that the application saved last. Null first delivers the latest page, as polling
   * does. If `marker` is missing, only new updates are delivered.
   */
  readonly marker?: string | null | undefined
  /**
   * Called with a marker after the application has handled all updates up to that marker and requested the next one.
   */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  /** Seconds between two polls for updates that the stream did not deliver. Default: 600. */
  readonly checkEverySeconds?: number | undefined
  /** Seconds without data before the stream is reopened. Default: the value of the platform. */
  readonly silenceSeconds?: number | undefined
  /** Called for each temporary failure, for example when the stream ended or a poll failed. */
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/** Operations that deliver live updates. */
export interface ListeningOperations {
  /**
   * Returns an endless iterable of the account's live updates. It delivers each update once, with the same ids as
   * polling. A broken stream is reopened, and missed updates are polled. Leaving the loop or aborting `signal`
   * closes the stream. Nothing is sent before the first update is requested. `deadlineSeconds` limits each poll.
   *
   * @throws NotSupportedError when the account's server has no stream. Poll instead, or use a `Follower`.
   * @throws AuthError when the network refuses the token.
   */
  listen(options?: ListenOptions): AsyncIterableIterator<Update>
}

/** Receives the events of a network's stream. Platforms call its methods, which never throw. */
export interface UpdateListener {
  /**
   * Seconds without data before the platform must close the stream. Null means the platform's default, based on the
   * network's keep-alives.
   */
  readonly silenceSeconds: number | null
  /** Called when the stream is open and starts to deliver updates. */
  opened(): void
  /** Called with each update. An update must have the same id as in polling. */
  happened(update: Update): void
  /** Called when the stream reports an update without its full content. The library then polls. */
  missed(): void
}

/**
 * Keeps a network's stream of updates open. The core reconnects and fills gaps with `fetchUpdatesAfter`. A platform
 * must not reconnect, fill gaps or repeat its request.
 */
export interface CanListen {
  /**
   * Runs one stream from its start to its end.
   *
   * @param listener - Receives the events of the stream.
   * @returns Resolves when the network ends the stream.
   * @throws NotSupportedError when the account's server has no stream.
   * @throws NetworkError when the stream broke, or delivered no data for too long.
   */
  listen(listener: UpdateListener, call: Call): Promise<void>
}
