import type { Update } from '../../models/index.js'
import type { Call } from '../calls.js'

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
