import type { Clock } from '../contract/index.js'
import { Deadline } from '../http/time/deadline.js'

/**
 * Seconds for giving a journal entry up, or writing a result down, after the time of the call is over. Our choice: a
 * store that works answers in far less.
 */
export const CLEAN_UP_SECONDS = 10

/** Bounds the calls of the journal: the deadline of the call, and once the call has failed, deadlines of its own. */
export class JournalDeadline {
  deadline: Deadline
  /** Earlier ones still bound the calls that were raced against them. */
  readonly #cleanUps: Deadline[] = []

  constructor(deadline: Deadline) {
    this.deadline = deadline
  }

  /**
   * From now on the time for cleaning up counts, whatever became of the call.
   *
   * @param workSeconds - Seconds of other work before the clean-up, such as a query for a lost post.
   */
  startCleanUp(clock: Clock, platform: string, workSeconds = 0): Deadline {
    const cleanUp = new Deadline({ clock, platform, seconds: workSeconds + CLEAN_UP_SECONDS })
    this.#cleanUps.push(cleanUp)
    this.deadline = cleanUp
    return cleanUp
  }

  end(): void {
    for (const cleanUp of this.#cleanUps) cleanUp.end()
  }
}
